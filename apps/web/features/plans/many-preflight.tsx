import { formatDuration } from "@crosspoint/domain";
import { Eye, TriangleAlert } from "lucide-react";
import { QueryError } from "@/features/navigation/page-error";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Badge } from "@/ui/status";
import { drivesOf } from "./destroyed";
import type { ManyPreview } from "./many-preview";
import { type ManySummary, summarizeMany } from "./many-summary";
import type { LaunchChoice } from "./use-launch-choice";

interface ManyPreflightProps {
  readonly choice: LaunchChoice;
  readonly preview: ManyPreview;
}

/** What the batch as a whole comes to; each target's own stands in its row. */
export function ManyPreflight({ choice, preview }: ManyPreflightProps) {
  const { targetKeys, parallelOnHost, startTogether, mistake } = choice;
  if (preview.error) return <QueryError error={preview.error} retry={() => window.location.reload()} />;
  if (choice.plan === undefined) return <p className="min-h-28 text-muted">{mistake}</p>;
  if (targetKeys.length === 0) {
    return <p className="min-h-28 text-muted">Select targets to see duration, data written and blockers.</p>;
  }
  const chosen = targetKeys.flatMap((key) => preview.known.get(key) ?? []);
  if (chosen.length === 0) return <p className="min-h-28 text-muted">Checking…</p>;
  const [first] = chosen.flatMap((each) => (each.kind === "target" ? [each.preflight] : []));
  const summary = summarizeMany(chosen, parallelOnHost || startTogether);
  return (
    <>
      <div>
        <Effect summary={summary} />
      </div>
      <DefinitionList>
        <Definition term="Targets">
          {targetKeys.length} on {summary.hosts} {summary.hosts === 1 ? "host" : "hosts"}
        </Definition>
        {first === undefined ? null : <Definition term="Plan">{first.planName}</Definition>}
        {summary.effect === "none" ? null : <Definition term="Duration">{durationOf(summary)}</Definition>}
      </DefinitionList>
    </>
  );
}

function durationOf({ durationLeastMs, durationMs, durationIsLimit, hosts, hasPurge }: ManySummary): string {
  const [least, most] = [formatDuration(durationLeastMs), formatDuration(durationMs)];
  const range = least === most ? most : `${least} to ${durationIsLimit ? "at most " : ""}${most}`;
  const where = hosts > 1 ? " on the host that takes longest" : "";
  return `${range}${where}${hasPurge ? ", and the time of the purges" : ""}`;
}

function Effect({ summary: { destroyed, effect } }: { summary: ManySummary }) {
  if (effect === "none") return null;
  if (effect === "destroys") {
    const count = drivesOf(destroyed).length;
    const drives = count === 1 ? "1 drive" : `${count} drives`;
    return <Badge icon={TriangleAlert} tone="failed" word={`Destroys data on ${drives}`} />;
  }
  if (effect === "writesToFiles")
    return <Badge icon={TriangleAlert} tone="neutral" word="Writes to scratch files of the agents" />;
  return <Badge icon={Eye} tone="good" word="Reads only: no data is changed" />;
}
