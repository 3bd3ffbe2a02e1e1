"use client";

import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { type Impact, impactWords, type NoticeTexts } from "./notice";

interface NoticeFieldsProps {
  readonly texts: NoticeTexts;
  readonly onChange: (texts: NoticeTexts) => void;
  readonly errorOf: (field: string) => string | undefined;
}

interface TextField {
  readonly key: Exclude<keyof NoticeTexts, "impact">;
  readonly label: string;
  readonly hint?: string;
  readonly maxLength: number;
}

const about: readonly TextField[] = [
  {
    key: "models",
    label: "Models",
    hint: "Model numbers, separated by commas; * is any text, and alone any model.",
    maxLength: 1000,
  },
  { key: "bad", label: "Firmware", hint: "Revisions, separated by commas; * is any text.", maxLength: 1000 },
];
const words: readonly TextField[] = [
  { key: "text", label: "What happens", maxLength: 1000 },
  { key: "fixed", label: "Fixed in", hint: "Optional.", maxLength: 200 },
  { key: "powerOnHours", label: "At power-on hours", hint: "Optional: where it shows at a known hour.", maxLength: 7 },
];
const source: readonly TextField[] = [
  { key: "publisher", label: "Source", hint: "Who says so.", maxLength: 200 },
  { key: "url", label: "Link", hint: "https://…", maxLength: 500 },
];

export function NoticeFields({ texts, onChange, errorOf }: NoticeFieldsProps) {
  const field = ({ key, label, hint, maxLength }: TextField) => (
    <Field key={key} label={label} hint={hint} error={errorOf(key)}>
      <Input
        value={texts[key]}
        maxLength={maxLength}
        inputMode={key === "powerOnHours" ? "numeric" : undefined}
        onChange={(event) => onChange({ ...texts, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      {about.map(field)}
      <Field label="Impact">
        <Select
          value={texts.impact}
          onValueChange={(impact) => onChange({ ...texts, impact })}
          options={(Object.entries(impactWords) as [Impact, string][]).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      {words.map(field)}
      <div className="grid gap-3 sm:grid-cols-2">{source.map(field)}</div>
    </>
  );
}
