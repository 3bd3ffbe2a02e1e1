import type { GradeFigure } from "@crosspoint/domain";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { healthLooks } from "@/ui/status";
import { figureHint, figureProblem, type GradeFields, type SetRule, unitOf } from "./threshold-fields";

interface GradeRowProps {
  readonly rule: SetRule;
  readonly grade: GradeFields;
  readonly onChange: (grade: GradeFields) => void;
}

const labels: Record<GradeFigure, string> = {
  at: "Threshold",
  clearsAt: "Ends at",
  withinHours: "Within",
  forMinutes: "For at least",
};

/** One grade of a rule: whether it is judged, and its figures. */
export function GradeRow({ rule, grade, onChange }: GradeRowProps) {
  const { severity, judged } = grade;
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
        <Figures rule={rule} grade={grade} onChange={onChange} />
      ) : (
        <p className="text-muted text-table">Not judged.</p>
      )}
    </fieldset>
  );
}

function Figures({ rule, grade, onChange }: GradeRowProps) {
  const { severity, texts } = grade;
  const figures = Object.entries(texts) as [GradeFigure, string][];
  if (figures.length === 0) return <p className="text-muted text-table">Holds or not: there is no figure to set.</p>;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {figures.map(([figure, text]) => (
        <Field
          key={figure}
          label={`${labels[figure]} (${unitOf(rule, figure)})`}
          hint={figureHint(rule, severity, figure)}
          error={figureProblem(rule, grade, figure)}
        >
          <Input
            inputMode="decimal"
            value={text}
            onChange={(event) => onChange({ ...grade, texts: { ...texts, [figure]: event.target.value } })}
          />
        </Field>
      ))}
    </div>
  );
}
