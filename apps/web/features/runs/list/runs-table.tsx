"use client";

import { describeWorkload, formatDuration, formatIops, workloadOf } from "@crosspoint/domain";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime, useNow } from "@/ui/time";
import { Median, noFigure } from "../headline";
import { ImportedMark } from "../imported-mark";
import { type RunHead, RunStateBadge } from "../run-state";
import { Tags } from "../tags";
import { TargetName } from "../target-name";

/** Runs in a table; on a narrow screen each is a block of lines. */
export function RunsTable({ runs }: { runs: readonly RunHead[] }) {
  return (
    <>
      <div className="hidden xl:block">
        <Table label="Benchmark runs">
          <TableHead>
            <HeadCell>State</HeadCell>
            <HeadCell>Target</HeadCell>
            <HeadCell>Host</HeadCell>
            <HeadCell>Plan</HeadCell>
            <HeadCell>Requested</HeadCell>
            <HeadCell number>Duration</HeadCell>
            <HeadCell number>IOPS</HeadCell>
            <HeadCell number>p50</HeadCell>
          </TableHead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </Table>
      </div>
      <ul className="xl:hidden">
        {runs.map((run) => (
          <li key={run.id} className="border-b last:border-b-0">
            <RunBlock run={run} />
          </li>
        ))}
      </ul>
    </>
  );
}

function RunRow({ run }: { run: RunHead }) {
  const router = useRouter();
  const href = `/benchmarks/${run.id}`;
  const workload = run.headline && describeWorkload(workloadOf(run.headline.spec));
  return (
    <Row
      className="cursor-pointer hover:bg-hover"
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest("a")) router.push(href);
      }}
    >
      <Cell>
        <RunStateBadge run={run} plain />
      </Cell>
      <Cell className="wrap-anywhere min-w-40">
        <Link href={href} className="font-medium hover:underline">
          <TargetName run={run} />
        </Link>{" "}
        <ImportedMark run={run} />
      </Cell>
      <Cell className="wrap-anywhere min-w-28">
        {run.hostId === undefined ? (
          run.hostname || <NotKnown why="its file names no host" />
        ) : (
          <Link href={`/hosts/${run.hostId}`} className="hover:underline">
            {run.hostname}
          </Link>
        )}
      </Cell>
      <Cell className="wrap-anywhere min-w-36">
        {run.planName}
        {workload !== undefined && workload !== run.planName ? (
          <span className="block text-muted">{workload}</span>
        ) : null}
        {run.batchId === undefined ? null : (
          <Link href={`/benchmarks/batches/${run.batchId}`} className="block text-accent hover:underline">
            Batch
          </Link>
        )}
        <Tags tags={run.tags} />
      </Cell>
      <Cell>
        <RelativeTime time={run.requestedAt} />
      </Cell>
      <Cell number>
        <RunDuration run={run} />
        <span className="block text-muted">
          {run.pointsFinished} of {run.pointsPlanned} {run.pointsPlanned === 1 ? "point" : "points"}
        </span>
      </Cell>
      <Cell number>
        <Rate run={run} />
      </Cell>
      <Cell number>
        <Median run={run} />
      </Cell>
    </Row>
  );
}

function RunBlock({ run }: { run: RunHead }) {
  return (
    <Link href={`/benchmarks/${run.id}`} className="grid gap-1 px-4 py-3 hover:bg-hover">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="wrap-anywhere font-medium">
          <TargetName run={run} />
        </span>
        <RunStateBadge run={run} plain />
      </span>
      <span className="text-muted text-table">
        {[run.planName, run.hostname].filter(Boolean).join(", ")}, <RelativeTime time={run.requestedAt} />{" "}
        <ImportedMark run={run} />
      </span>
      {run.headline ? (
        <span className="text-table">
          <Quantity of={formatIops(run.headline.iops)} />
          {run.headline.median === undefined ? null : (
            <>
              , p50 <Median run={run} />
            </>
          )}
          {run.headline.partial ? <span className="text-muted">, partial</span> : null}
        </span>
      ) : null}
    </Link>
  );
}

function RunDuration({ run }: { run: RunHead }) {
  const now = useNow();
  if (run.tool !== undefined && (run.startedAt === undefined || run.finishedAt === undefined)) {
    return <NotKnown why="its file does not say it" />;
  }
  if (run.startedAt === undefined) return <NotKnown why="not started" />;
  const end = run.finishedAt ?? now;
  return end === undefined ? (
    <NotKnown why="running" />
  ) : (
    formatDuration(Math.max(end.getTime() - run.startedAt.getTime(), 0))
  );
}

/** Of all directions together; of a mix with what each gave. */
function Rate({ run }: { run: RunHead }) {
  const { headline } = run;
  if (headline === undefined) return <NotKnown why={noFigure(run)} />;
  const { read, write, partial } = headline;
  const total = formatIops(headline.iops).value;
  return (
    <>
      {total}
      {read === undefined || write === undefined ? null : (
        <span className="block text-muted">
          {formatIops(read.iops).value} reads
          <br />+ {formatIops(write.iops).value} writes
        </span>
      )}
      {partial ? (
        <span className="block text-muted" title="The point was cut short: a figure of what was measured until then">
          partial
        </span>
      ) : null}
    </>
  );
}
