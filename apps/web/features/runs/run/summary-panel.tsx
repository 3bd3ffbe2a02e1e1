"use client";

import { formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { useMemo } from "react";
import { cn } from "@/ui/classes";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { PercentileValue } from "../percentile-value";
import { columnUnit, type LatencyColumn, latencyIn, shownPercentiles, whyNone } from "./column-units";
import { MissedRow } from "./missed-row";
import { PointChecks } from "./point-checks";
import { type Result, resultsOf } from "./results";
import { hasFigures, isMissed, isPrecondition, type Point, pointName, type Run } from "./run-detail";
import type { CriterionReading } from "./search/criteria";
import { failedCriteria, searchesOf } from "./search/trials";
import { useChosenPoint } from "./use-chosen-point";

const columns: readonly { readonly id: LatencyColumn; readonly name: string }[] = [
  { id: "mean", name: "Mean" },
  ...shownPercentiles.map((percentile) => ({ id: `p${percentile}`, name: `p${percentile}` }) as const),
  { id: "max", name: "Max" },
  { id: "cpu", name: "CPU per I/O" },
];
type Column = (typeof columns)[number] & { readonly unit: ReturnType<typeof columnUnit> };

/** All figures of each measured point; a row chooses the point whose details stand below. */
export function SummaryPanel({ run }: { run: Run }) {
  const results = useMemo(() => resultsOf(run.points), [run.points]);
  const shown = useMemo(() => columns.map((each) => ({ ...each, unit: columnUnit(each.id, results) })), [results]);
  const [chosen, choose] = useChosenPoint(run.points.filter((point) => hasFigures(point) && !isPrecondition(point)));
  const failed = useMemo(() => failedCriteria(searchesOf(run)), [run]);
  const mixed = results.some(({ point }) => point.directions.length > 1);
  return (
    <Panel title="Results" note="warm-up excluded" flush>
      <Table label="Results by point" stacked="many">
        <TableHead>
          <HeadCell className="align-top">Point</HeadCell>
          {mixed ? <HeadCell className="align-top">Direction</HeadCell> : null}
          <HeadCell number className="px-2 align-top">
            IOPS
          </HeadCell>
          <HeadCell number className="px-2 align-top">
            MB/s
          </HeadCell>
          {shown.map(({ id, name, unit }) => (
            <HeadCell number key={id} className="px-2 align-top">
              {name}
              {unit === undefined ? null : <span className="block font-normal">({unit})</span>}
            </HeadCell>
          ))}
          <HeadCell className="align-top">Checks</HeadCell>
        </TableHead>
        <tbody>
          {run.points
            .filter((point) => !isPrecondition(point) && (point.directions.length > 0 || isMissed(point)))
            .map((point) =>
              point.directions.length === 0 ? (
                <MissedRow key={point.sequence} point={point} columns={shown.length + (mixed ? 4 : 3)} />
              ) : (
                <PointRows
                  key={point.sequence}
                  point={point}
                  results={results.filter((result) => result.point === point)}
                  columns={shown}
                  mixed={mixed}
                  failed={failed.get(point.sequence) ?? []}
                  chosen={point === chosen && run.points.length > 1}
                  onChoose={() => choose(point.sequence)}
                />
              ),
            )}
        </tbody>
      </Table>
      {run.volume === undefined ? null : (
        <p className="px-4 py-3 text-muted text-table">
          CPU per I/O is that of the benchmark's own threads: the kernel's worker threads, to which a volume may hand
          off I/Os, are not in it.
        </p>
      )}
    </Panel>
  );
}

interface PointRowsProps {
  readonly point: Point;
  readonly results: readonly Result[];
  readonly columns: readonly Column[];
  /** Whether the table has a column for the direction. */
  readonly mixed: boolean;
  /** Criteria of its search that it failed. */
  readonly failed: readonly CriterionReading[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** A row for each direction; of a mix also one for both together, which is what the drive did. */
function PointRows({ point, results, columns, mixed, failed, chosen, onChoose }: PointRowsProps) {
  const rows: (Result | undefined)[] = results.length > 1 ? [undefined, ...results] : [...results];
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return rows.map((result, index) => (
    <Row
      key={result?.direction ?? "all"}
      className={cn("cursor-pointer hover:bg-hover @max-4xl:grid-cols-2", chosen && "bg-accent-soft")}
      onClick={onChoose}
    >
      <Cell className="min-w-36 @max-4xl:col-span-2 @max-4xl:font-medium">
        {index === 0 ? (
          <button type="button" aria-current={chosen ? "true" : undefined} className="text-left hover:underline">
            {point.sequence + 1}. {pointName(point)}
          </button>
        ) : null}
      </Cell>
      {mixed ? <Cell label="Direction">{result === undefined ? "reads + writes" : `${result.direction}s`}</Cell> : null}
      <Cell number label="IOPS" className="px-2 font-medium">
        {formatIops(result?.iops ?? sum(({ iops }) => iops)).value}
      </Cell>
      <Cell number label="MB/s" className="px-2">
        {formatThroughput(result?.bytesPerSecond ?? sum(({ bytesPerSecond }) => bytesPerSecond), "MB/s").value}
      </Cell>
      {columns.map(({ id, name, unit }) => (
        <Cell number key={id} className="px-2" label={unit === undefined ? name : `${name} (${unit})`}>
          {result === undefined ? null : <LatencyFigure column={id} unit={unit} result={result} />}
        </Cell>
      ))}
      <Cell label="Checks" className="@max-4xl:col-span-2">
        {index === 0 ? <PointChecks point={point} failed={failed} /> : null}
      </Cell>
    </Row>
  ));
}

interface LatencyFigureProps {
  readonly column: LatencyColumn;
  readonly unit: Column["unit"];
  readonly result: Result;
}

/** The unit stands in the head of the column. */
function LatencyFigure({ column, unit, result }: LatencyFigureProps) {
  const reading = result.percentiles.find(({ percentile }) => `p${percentile}` === column);
  if (reading !== undefined) return <PercentileValue reading={reading} unit={unit} bare />;
  const ns = latencyIn(column, result);
  if (ns === undefined) return <NotKnown why={whyNone(column, result)} />;
  return <span title={`${ns} ns`}>{formatLatency(ns, unit).value}</span>;
}
