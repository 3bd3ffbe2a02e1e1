"use client";

import { boundWords, type ComparedMetric, metricOf } from "@crosspoint/domain";
import { memo, useCallback, useMemo } from "react";
import { figureQuantity } from "@/features/published/figure-text";
import { NotKnown } from "@/ui/quantity";
import { Cell, Row } from "@/ui/table";
import { cellAt, type Matrix, readAt, supportOf } from "../model/matrix";
import { SeriesHeads } from "./series-heads";
import { type RowPlace, TallRows } from "./tall-table";

interface MetricTableProps {
  readonly matrix: Matrix;
  /** Places of the points that are shown. */
  readonly points: readonly number[];
  readonly metric: ComparedMetric;
}

/** One metric: points by series, each figure exactly as the chart draws it, each gap with its reason. */
export const MetricTable = memo(function MetricTable({ matrix, points, metric }: MetricTableProps) {
  const { name } = metricOf(metric);
  const keys = useMemo(() => points.map((point) => matrix.points[point]?.key ?? ""), [matrix, points]);
  const row = useCallback(
    (index: number, place: RowPlace) => (
      <PointRow matrix={matrix} point={points[index] ?? 0} metric={metric} place={place} />
    ),
    [matrix, points, metric],
  );
  return (
    <TallRows
      label={`${name} of all points and series`}
      head={<SeriesHeads series={matrix.series} className="min-w-20" />}
      keys={keys}
      columns={matrix.series.length}
      row={row}
    />
  );
});

interface PointRowProps {
  readonly matrix: Matrix;
  readonly point: number;
  readonly metric: ComparedMetric;
  readonly place: RowPlace;
}

function PointRow({ matrix, point, metric, place }: PointRowProps) {
  return (
    <Row {...place}>
      <Cell className="@max-4xl:font-medium">{matrix.points[point]?.words}</Cell>
      {matrix.series.map((series, index) => (
        <FigureCell key={series.id} matrix={matrix} point={point} series={index} metric={metric} />
      ))}
    </Row>
  );
}

interface FigureCellProps {
  readonly matrix: Matrix;
  readonly point: number;
  readonly series: number;
  readonly metric: ComparedMetric;
}

/** Hundreds of them stand in one table: each is text and a title, no more. */
function FigureCell({ matrix, point, series, metric }: FigureCellProps) {
  const look = matrix.series[series];
  const label = `${look?.name}:`;
  const reading = readAt(matrix, point, series, metric);
  if (reading.kind === "missing") {
    return (
      <Cell number label={label} className="@max-4xl:whitespace-normal">
        <NotKnown why={reading.reason} />
      </Cell>
    );
  }
  const cell = cellAt(matrix, point, series);
  const printed = cell.kind === "figure" ? cell.printed?.[metric] : undefined;
  const { value, unit } = figureQuantity(metric, reading, printed);
  const support = supportOf(cell, reading, look?.source ?? "");
  const title = [boundWords(reading.bound), reading.thin ? "indicative only" : "", ...support].filter(Boolean);
  return (
    <Cell
      number
      label={label}
      title={title.join("; ")}
      className={reading.thin ? "text-muted @max-4xl:whitespace-normal" : "@max-4xl:whitespace-normal"}
    >
      {value}
      {unit === "IOPS" ? null : <span className="text-muted text-xs">{` ${unit}`}</span>}
    </Cell>
  );
}
