import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { healthLooks } from "@/ui/status";
import { type GradeFields, type GradeNumber, type SetRule, unitOf } from "./threshold-fields";

interface GradeRowProps {
  readonly rule: SetRule;
  readonly grade: GradeFields;
  readonly onChange: (grade: GradeFields) => void;
}

const labels: Record<GradeNumber, string> = {
  at: "Threshold",
  clearsAt: "Ends at",
  withinHours: "Within",
  forMinutes: "For at least",
};

/** One grade of a rule: whether it is judged, and its figures. */
export function GradeRow({ rule, grade, onChange }: GradeRowProps) {
  const { severity, judged, texts } = grade;
  const { word } = healthLooks[severity];
  return (
    <fieldset className="grid gap-2 rounded-md border px-3 pt-1 pb-3">
      <legend className="px-1">
        <label className="flex items-center gap-2 font-medium">
          <input
            type="checkbox"
            checked={judged}
            onChange={(event) => onChange({ ...grade, judged: event.target.checked })}
          />
          {word}
        </label>
      </legend>
      {judged ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {(Object.entries(texts) as [GradeNumber, string][]).map(([number, text]) => (
            <Field
              key={number}
              label={`${labels[number]} (${unitOf(rule, number)})`}
              hint={number === "at" && rule.countedFrom ? `Counted from ${rule.countedFrom}` : undefined}
            >
              <Input
                inputMode="decimal"
                value={text}
                onChange={(event) => onChange({ ...grade, texts: { ...texts, [number]: event.target.value } })}
              />
            </Field>
          ))}
        </div>
      ) : (
        <p className="text-muted text-table">Not judged.</p>
      )}
    </fieldset>
  );
}
