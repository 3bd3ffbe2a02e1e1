"use client";

import { formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsInteger, useQueryState } from "nuqs";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { cn } from "@/ui/classes";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { isOpenState } from "../run-state";
import { MergedPoint } from "./merged-point";
import { placedName } from "./placed-name";
import { TargetOf } from "./target-of";

type Batch = Outputs["batch"]["get"];
type BatchPoint = Batch["points"][number];

/** What the drives came to together, point by point; a row shows its point below. */
export function BatchResults({ batch }: { batch: Batch }) {
  const [place, setPlace] = useQueryState("point", parseAsInteger.withDefault(1));
  const { points, runs } = batch;
  const chosen = points[place - 1] ?? points[0];
  if (chosen === undefined) {
    return (
      <Panel title="Merged results">
        <p className="text-muted">
          {runs.some(({ state }) => isOpenState(state)) ? "No results yet" : "No results"}: no point is complete on any
          target.
        </p>
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Merged results" note="sum over complete points of all targets" flush>
        <Table label="Merged results by point" stacked="many">
          <TableHead>
            <HeadCell>Point</HeadCell>
            <HeadCell>Direction</HeadCell>
            <HeadCell number>Targets</HeadCell>
            <HeadCell number>IOPS</HeadCell>
            <HeadCell number>MB/s</HeadCell>
            <HeadCell>Slowest</HeadCell>
            <HeadCell number>Mean of slowest</HeadCell>
          </TableHead>
          <tbody>
            {points.map((point, index) => (
              <PointRows
                key={JSON.stringify([point.stepPath, point.round, point.raised, point.workloadKey])}
                point={point}
                number={index + 1}
                runs={batch.runs}
                chosen={point === chosen && points.length > 1}
                onChoose={() => void setPlace(index + 1)}
              />
            ))}
          </tbody>
        </Table>
      </Panel>
      <PointPanel batch={batch} point={chosen} />
    </>
  );
}

interface PointRowsProps {
  readonly point: BatchPoint;
  /** Its place in the list; the runs may have measured it at unlike ones. */
  readonly number: number;
  readonly runs: Batch["runs"];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function PointRows({ point, number, runs: all, chosen, onChoose }: PointRowsProps) {
  return point.directions.map(({ direction, runs, iops, bytesPerSecond, slowest }, index) => (
    <Row
      key={direction}
      className={cn("cursor-pointer hover:bg-hover @max-4xl:grid-cols-2", chosen && "bg-accent-soft")}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest("a")) onChoose();
      }}
    >
      <Cell className="min-w-36 @max-4xl:col-span-2 @max-4xl:font-medium">
        {index === 0 ? (
          <button type="button" aria-current={chosen ? "true" : undefined} className="text-left hover:underline">
            {number}. {placedName(point)}
          </button>
        ) : null}
      </Cell>
      <Cell>{`${direction}s`}</Cell>
      <Cell number label="Targets">
        {runs} of {all.length}
      </Cell>
      <Cell number label="IOPS" className="font-medium">
        {formatIops(iops).value}
      </Cell>
      <Cell number label="MB/s">
        {formatThroughput(bytesPerSecond, "MB/s").value}
      </Cell>
      <Cell label="Slowest" className="wrap-anywhere @max-4xl:col-span-2">
        <Link href={`/benchmarks/${slowest.runId}`} className="hover:underline">
          <TargetOf runs={all} {...slowest} />
        </Link>
      </Cell>
      <Cell number label="Mean of slowest">
        {slowest.meanNs === undefined ? (
          <NotKnown why="nothing completed" />
        ) : (
          <Quantity of={formatLatency(slowest.meanNs)} />
        )}
      </Cell>
    </Row>
  ));
}

function PointPanel({ batch, point }: { batch: Batch; point: BatchPoint }) {
  const { stepPath, round, raised, workloadKey } = point;
  const place = { batchId: batch.id, stepPath, round, raised, workloadKey };
  const { data, error, refetch } = useQuery(useTRPC().batch.point.queryOptions(place));
  return (
    <Panel title="Point details" note={placedName(point)} flush>
      {error ? (
        <div className="p-4">
          <QueryError error={error} retry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <Skeleton className="m-4 h-24" />
      ) : (
        data.map((direction) => <MergedPoint key={direction.direction} merged={direction} runs={batch.runs} />)
      )}
    </Panel>
  );
}
