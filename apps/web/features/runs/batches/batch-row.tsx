import Link from "next/link";
import type { Outputs } from "@/api/client";
import { Bar } from "@/ui/bar";
import { Cell, Row } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { batchProgress } from "./batch-progress";

type Batch = Outputs["batch"]["list"]["batches"][number];

const bad = new Set(["failed", "declined", "interrupted"]);

export function BatchRow({ batch }: { batch: Batch }) {
  const { id, name, planName, requestedAt, requestedBy, startsAt, scheduleId } = batch;
  const { runs, over, words } = batchProgress(batch.runs);
  return (
    <Row className="hover:bg-hover">
      <Cell className="wrap-anywhere min-w-40">
        <Link href={`/benchmarks/batches/${id}`} className="font-medium hover:underline">
          {name || planName}
        </Link>
        <span className="block text-muted">
          {name === "" || name === planName ? "" : `${planName}, `}
          {runs} {runs === 1 ? "target" : "targets"}
          {startsAt === undefined ? "" : ", started together"}
          {scheduleId === undefined ? "" : ", by a schedule"}
        </span>
      </Cell>
      <Cell className="min-w-40">
        <span>
          {over} of {runs} over
        </span>
        {words.length === 0 ? null : (
          <span className="text-muted">
            {words.map(({ state, text }) => (
              <span key={state} className={bad.has(state) ? "text-failed" : ""}>
                , {text}
              </span>
            ))}
          </span>
        )}
        <Bar percent={runs === 0 ? 0 : (over / runs) * 100} tone="bg-accent" className="mt-1 w-full max-w-48" />
      </Cell>
      <Cell label="Requested">
        <RelativeTime time={requestedAt} />
      </Cell>
      <Cell label="By" className="wrap-anywhere">
        {requestedBy}
      </Cell>
    </Row>
  );
}
