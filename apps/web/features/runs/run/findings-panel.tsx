import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { Panel } from "@/ui/panel";
import { sentenceCase } from "@/ui/sentence-case";
import { Badge } from "@/ui/status";
import { findingWords } from "./finding-words";
import type { Run } from "./run-detail";
import { stepPlace } from "./step-place";

const icons = { good: CircleCheck, watch: TriangleAlert, neutral: CircleDashed };

/** What the searches and rounds of a run have come to: the answer that its plan was made for. */
export function FindingsPanel({ run: { findings, steps } }: { run: Pick<Run, "findings" | "steps"> }) {
  const known = findings.flatMap(({ stepPath, ...found }) => {
    const words = findingWords({ stepPath, ...found });
    const place = stepPlace(steps, { stepPath, round: undefined });
    return words === undefined ? [] : [{ ...words, place: sentenceCase(place ?? "") }];
  });
  if (known.length === 0) return null;
  return (
    <Panel title="Verdict by step" flush>
      <ol>
        {known.map(({ verdict, tone, place }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they come in their order, and none is ever taken back.
          <li key={index} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b px-4 py-2 last:border-b-0">
            <Badge icon={icons[tone]} word={verdict} tone={tone} plain />
            <span className="text-muted text-table">{place}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
