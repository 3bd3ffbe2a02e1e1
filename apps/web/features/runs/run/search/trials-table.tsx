import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import Link from "next/link";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { raisedName, raisedValue } from "../raised-words";
import type { CriterionReading, Held } from "./criteria";
import { criterionName, figureWords, limitWords } from "./criterion-words";
import type { SearchedTrials, Trial } from "./trials";

const looks = {
  holds: { word: "Passed", icon: CircleCheck, tone: "good" },
  fails: { word: "Failed", icon: CircleX, tone: "failed" },
  unclear: { word: "Not clear", icon: CircleHelp, tone: "neutral" },
  notKnown: { word: "Not known", icon: CircleHelp, tone: "neutral" },
} as const satisfies Record<Held, object>;

/** Every trial with each criterion's figure beside its limit. */
export function TrialsTable({ search: { step, trials } }: { search: SearchedTrials }) {
  return (
    <Table label="Trials" stacked="many">
      <TableHead>
        <HeadCell className="align-top">{step.raise === "rate" ? "Multiple" : raisedName(step.raise)}</HeadCell>
        <HeadCell className="align-top">Verdict</HeadCell>
        {step.criteria.map((criterion) => (
          <HeadCell number key={JSON.stringify(criterion)} className="align-top">
            {criterionName(criterion)}
            <span className="block font-normal">{limitWords(criterion)}</span>
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {trials.map((trial) => (
          <TrialRow key={`${trial.value} ${trial.confirms}`} trial={trial} step={step} />
        ))}
      </tbody>
    </Table>
  );
}

function TrialRow({ trial, step }: { trial: Trial; step: SearchedTrials["step"] }) {
  const { value, confirms, points, readings } = trial;
  const [first] = points;
  const words = `${raisedValue({ parameter: step.raise, value })}${confirms ? " (confirmation)" : ""}`;
  return (
    <Row>
      <Cell className="font-medium">
        {first === undefined ? (
          words
        ) : (
          <Link href={`?point=${first.sequence + 1}`} scroll={false} className="underline decoration-dotted">
            {words}
          </Link>
        )}
      </Cell>
      <Cell label="Verdict">
        <TrialVerdict trial={trial} />
      </Cell>
      {readings.map((reading) => (
        <Cell
          number
          key={JSON.stringify(reading.criterion)}
          label={`${criterionName(reading.criterion)} (${limitWords(reading.criterion)})`}
        >
          <ReadingFigure reading={reading} />
        </Cell>
      ))}
    </Row>
  );
}

/** The agent's word, by what it tried next; what the figures say where they leave no doubt and there is no such word. */
function TrialVerdict({ trial: { told, read } }: { trial: Trial }) {
  if (told !== undefined) return <Badge {...looks[told === "passed" ? "holds" : "fails"]} plain />;
  return <Badge {...looks[read]} plain />;
}

function ReadingFigure({ reading: { criterion, worst, holds, reason } }: { reading: CriterionReading }) {
  if (worst === undefined) return <NotKnown why={reason ?? "not known"} />;
  const text = figureWords(criterion, worst.value);
  if (holds !== "fails") return text;
  return (
    <span className="inline-flex items-center gap-1 font-medium text-failed">
      <CircleX className="size-3.5" aria-hidden />
      {text}
      <span className="sr-only">, fails</span>
    </span>
  );
}
