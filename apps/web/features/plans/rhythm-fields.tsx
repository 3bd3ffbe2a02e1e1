import { useId } from "react";
import { cn } from "@/ui/classes";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { sentenceCase } from "@/ui/sentence-case";
import { useBrowserZone } from "@/ui/time";
import { type ParsedRhythm, type RhythmText, type Weekday, weekdays } from "./rhythm-text";

interface RhythmFieldsProps {
  readonly value: RhythmText;
  readonly parsed: ParsedRhythm | undefined;
  readonly onChange: (change: Partial<RhythmText>) => void;
}

export function OnceFields({ value, parsed, onChange }: RhythmFieldsProps) {
  const zone = useBrowserZone();
  return (
    <Field label="Time" hint={`Of your time zone, ${zone}.`} error={value.at === "" ? undefined : wrong(parsed, "at")}>
      <Input
        type="datetime-local"
        step={1}
        value={value.at}
        onChange={({ target }) => onChange({ at: target.value })}
      />
    </Field>
  );
}

export function WeeklyFields({ value, parsed, onChange }: RhythmFieldsProps) {
  const { days, time, zone } = value;
  const toggle = (day: Weekday) =>
    onChange({ days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day] });
  return (
    <>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="mb-1 font-medium text-table">Days</legend>
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
            className={cn(
              "h-7 rounded-full border px-2.5 text-table hover:bg-hover",
              days.includes(day) ? "border-accent bg-accent-soft font-medium text-accent" : "text-muted",
            )}
          >
            {sentenceCase(day)}
          </button>
        ))}
      </fieldset>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Time" error={wrong(parsed, "time")}>
          <Input type="time" value={time} onChange={({ target }) => onChange({ time: target.value })} />
        </Field>
        <ZoneField zone={zone} error={wrong(parsed, "zone")} onChange={(next) => onChange({ zone: next })} />
      </div>
    </>
  );
}

interface ZoneFieldProps {
  readonly zone: string;
  readonly error: string | undefined;
  readonly onChange: (zone: string) => void;
}

/** By its clock, also where daylight saving time begins or ends. */
function ZoneField({ zone, error, onChange }: ZoneFieldProps) {
  const list = useId();
  return (
    <>
      <Field label="Time zone" hint="The time is that of its clock all year." error={error}>
        <Input list={list} autoComplete="off" value={zone} onChange={({ target }) => onChange(target.value)} />
      </Field>
      <datalist id={list}>
        {["UTC", ...Intl.supportedValuesOf("timeZone")].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function wrong(parsed: ParsedRhythm | undefined, field: keyof RhythmText): string | undefined {
  return parsed?.kind === "mistake" && parsed.field === field ? parsed.message : undefined;
}
