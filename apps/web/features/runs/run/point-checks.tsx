import { formatCount, formatDuration, LITTLES_LAW_TOLERANCE_PERCENT } from "@crosspoint/domain";
import { CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/ui/status";
import { Tooltip } from "@/ui/tooltip";
import { type Point, timingOf } from "./run-detail";
import type { CriterionReading } from "./search/criteria";
import { failureWords } from "./search/criterion-words";

interface PointChecksProps {
  readonly point: Point;
  /** Criteria of its search that it failed. */
  readonly failed?: readonly CriterionReading[];
}

/** What speaks against the figures: errors, Little's law, a point that was not run to its end; and criteria that it failed. */
export function PointChecks({ point, failed = [] }: PointChecksProps) {
  const errors = point.errors.reduce((sum, { count }) => sum + count, 0);
  const law = point.littlesLaw;
  const broken = law !== undefined && !law.ok;
  if (errors === 0 && !broken && point.state === "complete" && failed.length === 0)
    return <span className="text-muted">passed</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {point.state !== "complete" ? (
        <Noted text={partWords(point)}>
          <Badge icon={TriangleAlert} tone="watch" word={`Partial: ${measuredWords(point)}`} plain />
        </Noted>
      ) : null}
      {errors > 0 ? (
        <Noted
          text={point.errors.map(({ name, errno, count }) => `${name} (${errno}): ${formatCount(count)}`).join("; ")}
        >
          <Badge
            icon={CircleX}
            tone="failed"
            word={`${formatCount(errors)} ${errors === 1 ? "error" : "errors"}`}
            plain
          />
        </Noted>
      ) : null}
      {broken ? (
        <Noted
          text={`Little's law: IOPS times mean latency gives ${law.meanInFlight.toFixed(2)} I/Os in flight, but ${law.expected} were requested, and they may differ by ${LITTLES_LAW_TOLERANCE_PERCENT} %. One of the figures is wrong, or the benchmark itself was the limit.`}
        >
          <Badge icon={TriangleAlert} tone="watch" word="Little's law" plain />
        </Noted>
      ) : null}
      {failed.length > 0 ? (
        <Noted text={failed.map(failureWords).join("; ")}>
          <Badge
            icon={CircleX}
            tone="failed"
            word={failed.length === 1 ? "Criterion failed" : `${failed.length} criteria failed`}
            plain
          />
        </Noted>
      ) : null}
    </span>
  );
}

/** "4 s of 10 min": how much of the point its figures cover. */
function measuredWords({ elapsedNs, spec }: Point): string {
  const { rampMs, totalMs } = timingOf(spec);
  const planned = formatDuration(totalMs - rampMs);
  return elapsedNs === undefined ? `of ${planned}` : `${formatDuration(elapsedNs / 1e6)} of ${planned}`;
}

function partWords({ state, reason, isStreamed }: Point): string {
  const words = `The point was ${endWords(state)}${reason ? `: ${reason}` : "."}`;
  if (!isStreamed) return words;
  return `${words} No result arrived; these figures are from the seconds that were streamed, their histograms merged.`;
}

function endWords(state: Point["state"]): string {
  if (state === "skipped") return "skipped";
  return state === "failed" ? "ended by a failure" : "interrupted";
}

function Noted({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Tooltip text={text}>
      <button type="button" className="cursor-help">
        {children}
      </button>
    </Tooltip>
  );
}
