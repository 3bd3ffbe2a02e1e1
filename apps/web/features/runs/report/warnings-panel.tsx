import { formatCount } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { asSentence } from "../run/as-sentence";
import type { Run } from "../run/run-detail";
import { type PointWarning, pointWarnings } from "./point-warnings";

/** What the agent warned of while it measured: each warning once, with the points that it is about. */
export function WarningsPanel({ run }: { run: Run }) {
  const warnings = pointWarnings([...run.points, ...run.databasePoints]);
  if (warnings.length === 0) return null;
  return (
    <Panel title="Warnings" note="from the agent">
      <ul className="grid list-disc gap-1 pl-4">
        {warnings.map((warning) => (
          <li key={warning.text}>
            <span className="text-muted">{pointsOf(warning)}</span> {asSentence(warning.text)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Points that are named; of more, how many there are. */
const namedMost = 8;

function pointsOf({ sequences }: PointWarning): string {
  if (sequences.length > namedMost) return `${formatCount(sequences.length)} points:`;
  const numbers = sequences.map((sequence) => sequence + 1).join(", ");
  return `${sequences.length === 1 ? "Point" : "Points"} ${numbers}:`;
}
