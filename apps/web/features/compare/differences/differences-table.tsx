"use client";

import { boundSign, type ComparedMetric, metricOf } from "@crosspoint/domain";
import { memo, useCallback, useMemo } from "react";
import { percentText } from "@/charts/prepare/measure";
import { NotKnown } from "@/ui/quantity";
import { Cell, Row } from "@/ui/table";
import type { DifferenceAt, DifferenceCell } from "../model/difference-cells";
import type { Matrix } from "../model/matrix";
import { SeriesHeads } from "../table/series-heads";
import { type RowPlace, TallRows } from "../table/tall-table";
import { IntervalBar } from "./interval-bar";

interface DifferencesTableProps {
  readonly matrix: Matrix;
  readonly points: readonly number[];
  readonly baseline: number;
  readonly metric: ComparedMetric;
  readonly cellOf: DifferenceAt;
  readonly reach: number;
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
          <Cell key={series.id} number label={`${series.name}:`} className="@max-4xl:whitespace-normal">
            <Difference cell={cellOf(keys[index] ?? "", series.id)} reach={reach} />
          </Cell>
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
      row={row}
    />
  );
});

export function differencesLabel(metric: ComparedMetric): string {
  return `Differences of ${metricOf(metric).name}`;
}

function Difference({ cell, reach }: { cell: DifferenceCell | undefined; reach: number }) {
  if (cell === undefined) return <NotKnown why="one of the two has no figure here" />;
  if (cell.kind === "tooLittle") {
    return (
      <span className="text-muted" title={cell.reason}>
        {boundSign(cell.bound ?? "exact")}
        {percentText(cell.percent).text}
        <span className="block text-xs">
          not tested<span className="sr-only">: {cell.reason}</span>
        </span>
      </span>
    );
  }
  const { percent, interval, verdict, confidence, basis } = cell;
  const range = `${percentText(interval.low).value} to ${percentText(interval.high).text}`;
  return (
    <span
      title={`${100 * confidence} % interval ${range}; ${basis}`}
      className={verdict === "noise" ? "text-muted" : ""}
    >
      <span className="inline-flex items-center gap-2">
        <IntervalBar low={interval.low} high={interval.high} at={percent} reach={reach} verdict={verdict} />
        {percentText(percent).text}
      </span>
      <span className="block text-muted text-xs">
        {verdict}, {range}
      </span>
    </span>
  );
}
