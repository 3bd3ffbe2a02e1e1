import { formatCount } from "@crosspoint/domain";
import { CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/ui/status";
import { Tooltip } from "@/ui/tooltip";
import type { Point } from "./run-detail";

/** What speaks against the figures: errors, Little's law, a point that was not run to its end. */
export function PointChecks({ point }: { point: Point }) {
  const errors = point.errors.reduce((sum, { count }) => sum + count, 0);
  const law = point.littlesLaw;
  const broken = law !== undefined && !law.ok;
  if (errors === 0 && !broken && point.state === "complete") return <span className="text-muted">passed</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {point.state !== "complete" ? (
        <Noted text={point.reason ?? "The point did not run to its end."}>
          <Badge icon={TriangleAlert} tone="watch" word={point.state} plain />
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
          text={`Little's law: IOPS times mean latency gives ${law.meanInFlight.toFixed(2)} I/Os in flight, but ${law.expected} were requested. One of the figures is wrong, or the benchmark itself was the limit.`}
        >
          <Badge icon={TriangleAlert} tone="watch" word="Little's law" plain />
        </Noted>
      ) : null}
    </span>
  );
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
