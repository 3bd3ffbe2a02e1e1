"use client";

import { boundSign, type ComparedMetric, metricOf } from "@crosspoint/domain";
import { memo, useCallback, useMemo } from "react";
import { percentText } from "@/charts/prepare/measure";
import { cn } from "@/ui/classes";
import { NotKnown } from "@/ui/quantity";
import { Cell, Row } from "@/ui/table";
import type { DifferenceAt, DifferenceCell } from "../model/difference-cells";
import type { Matrix } from "../model/matrix";
import { SeriesHeads } from "../table/series-heads";
import { type RowPlace, TallRows, tableHeight } from "../table/tall-table";
import { IntervalBar } from "./interval-bar";

interface DifferencesTableProps {
  readonly matrix: Matrix;
  readonly points: readonly number[];
  readonly baseline: number;
  readonly metric: ComparedMetric;
  readonly cellOf: DifferenceAt;
  readonly reach: number;
}

/** A figure, and its verdict below it. */
const rowPx = 49;

/** About how high the table is. */
export function differencesTableHeight(points: readonly number[]): number {
  return tableHeight(points.length, rowPx);
}

/** Points by series: each difference with its interval and what it means. */
export const DifferencesTable = memo(function DifferencesTable(props: DifferencesTableProps) {
  const { matrix, points, baseline, metric, cellOf, reach } = props;
  const others = useMemo(() => matrix.series.filter((_, index) => index !== baseline), [matrix, baseline]);
  const keys = useMemo(() => points.map((point) => matrix.points[point]?.key ?? ""), [matrix, points]);
  const row = useCallback(
    (index: number, place: RowPlace) => (
      <Row {...place}>
        <Cell className="@max-4xl:font-medium">{matrix.points[points[index] ?? 0]?.words}</Cell>
        {others.map((series) => (
          <DifferenceOf key={series.id} name={series.name} cell={cellOf(keys[index] ?? "", series.id)} reach={reach} />
        ))}
      </Row>
    ),
    [matrix, points, others, keys, cellOf, reach],
  );
  return (
    <TallRows
      label={differencesLabel(metric)}
      head={<SeriesHeads series={others} className="min-w-28" />}
      keys={keys}
      columns={others.length}
      rowHeight={rowPx}
      row={row}
    />
  );
});

export function differencesLabel(metric: ComparedMetric): string {
  return `Differences of ${metricOf(metric).name}`;
}

interface DifferenceOfProps {
  readonly name: string;
  readonly cell: DifferenceCell | undefined;
  readonly reach: number;
}

/** Hundreds of them stand in one table: each is few elements. */
function DifferenceOf({ name, cell, reach }: DifferenceOfProps) {
  const place = { number: true, label: `${name}:` };
  if (cell === undefined) {
    return (
      <Cell {...place} className={className}>
        <NotKnown why="one of the two has no figure here" />
      </Cell>
    );
  }
  if (cell.kind === "tooLittle") {
    return (
      <Cell {...place} title={cell.reason} className={cn(className, "text-muted")}>
        {`${boundSign(cell.bound ?? "exact")}${percentText(cell.percent).text}`}
        <span className="block text-xs">
          not tested<span className="sr-only">{`: ${cell.reason}`}</span>
        </span>
      </Cell>
    );
  }
  const { percent, interval, verdict, confidence, basis } = cell;
  const range = `${percentText(interval.low).value} to ${percentText(interval.high).text}`;
  return (
    <Cell
      {...place}
      title={`${100 * confidence} % interval ${range}; ${basis}`}
      className={verdict === "noise" ? cn(className, "text-muted") : className}
    >
      <IntervalBar low={interval.low} high={interval.high} at={percent} reach={reach} verdict={verdict} />
      {percentText(percent).text}
      <span className="block text-muted text-xs">{`${verdict}, ${range}`}</span>
    </Cell>
  );
}

const className = "@max-4xl:whitespace-normal";
