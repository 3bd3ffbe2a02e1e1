"use client";

import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { dayCodes, recurrenceWords } from "./window-words";

interface RecurrenceFieldsProps {
  readonly value: string | null;
  /** Wall time of the first one; empty until it is chosen. */
  readonly beginsAt: string;
  readonly onChange: (recurrence: string | null) => void;
}

/** Once, or again on the day that the first one is on. */
export function RecurrenceFields({ value, beginsAt, onChange }: RecurrenceFieldsProps) {
  const options = [null, "FREQ=DAILY", ...recurrencesOf(beginsAt)];
  const chosen = options.includes(value) ? value : null;
  return (
    <Field label="Repeats">
      <Select
        value={chosen ?? "once"}
        onValueChange={(next) => onChange(next === "once" ? null : next)}
        options={options.map((each) => ({ value: each ?? "once", label: recurrenceWords(each) }))}
      />
    </Field>
  );
}

/** What a day is of its week and its month. The 29th to the 31st are not in every month, nor is a fifth Sunday. */
export function recurrencesOf(beginsAt: string): string[] {
  // Of text that is none, engines read a time of their own.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(beginsAt)) return [];
  const date = new Date(`${beginsAt}:00Z`);
  const [code, monthDay] = [dayCodes[(date.getUTCDay() + 6) % 7], date.getUTCDate()];
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const nth = Math.ceil(monthDay / 7);
  return [
    `FREQ=WEEKLY;BYDAY=${code}`,
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    ...(monthDay <= 28 ? [`FREQ=MONTHLY;BYMONTHDAY=${monthDay}`] : []),
    ...(monthDay === last ? ["FREQ=MONTHLY;BYMONTHDAY=-1"] : []),
    ...(nth <= 4 ? [`FREQ=MONTHLY;BYDAY=${nth}${code}`] : []),
    ...(monthDay > last - 7 ? [`FREQ=MONTHLY;BYDAY=-1${code}`] : []),
  ];
}
