"use client";

import { formatIops } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import Link from "next/link";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { Median, noFigure } from "./headline";
import { ImportedMark } from "./imported-mark";
import { RunStateBadge } from "./run-state";
import { TargetName } from "./target-name";

type Run = Outputs["run"]["list"]["runs"][number];
const shownRuns = 10;

interface RunsPanelProps {
  readonly driveId?: string;
  readonly hostId?: string;
}

/** The newest benchmark runs of a drive or a host. */
export function RunsPanel(of: RunsPanelProps) {
  const options = useTRPC().run.list.queryOptions({ ...of, limit: shownRuns });
  const { data, error, refetch } = useQuery(options);
  const all = of.driveId ? `/benchmarks?drive=${of.driveId}` : `/benchmarks?host=${of.hostId}`;
  return (
    <Panel
      flush
      title="Benchmark runs"
      actions={
        data?.nextCursor ? (
          <Link href={all} className="text-accent text-table hover:underline">
            All runs
          </Link>
        ) : undefined
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-24" /> : null}
      {data?.runs.length === 0 ? <EmptyState icon={Gauge} title="Not benchmarked yet" /> : null}
      {data?.runs.length ? <Runs runs={data.runs} ofHost={of.hostId !== undefined} /> : null}
    </Panel>
  );
}

function Runs({ runs, ofHost }: { runs: readonly Run[]; ofHost: boolean }) {
  return (
    <Table label="Benchmark runs" stacked>
      <TableHead>
        <HeadCell>Plan</HeadCell>
        {ofHost ? <HeadCell>Target</HeadCell> : null}
        <HeadCell>State</HeadCell>
        <HeadCell number>IOPS</HeadCell>
        <HeadCell number>p50</HeadCell>
        <HeadCell number>Requested</HeadCell>
      </TableHead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            <Cell>
              <Link href={`/benchmarks/${run.id}`} className="text-accent hover:underline">
                {run.planName}
              </Link>{" "}
              <ImportedMark run={run} />
            </Cell>
            {ofHost ? (
              <Cell className="break-words">
                <TargetName run={run} />
              </Cell>
            ) : null}
            <Cell>
              <RunStateBadge run={run} plain />
            </Cell>
            <Cell number label="Rate">
              {run.headline ? <Quantity of={formatIops(run.headline.iops)} /> : <NotKnown why={noFigure(run)} />}
              {run.headline?.partial ? <span className="block text-muted">partial</span> : null}
            </Cell>
            <Cell number label="p50">
              <Median run={run} />
            </Cell>
            <Cell number label="Requested">
              <RelativeTime time={run.requestedAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
