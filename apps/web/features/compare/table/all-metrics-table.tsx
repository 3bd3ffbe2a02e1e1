import { COMPARISON_METRICS, type ComparedMetric, metricOf } from "@crosspoint/domain";
import type { ReactNode } from "react";
import { figureQuantity } from "@/features/published/figure-text";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row } from "@/ui/table";
import { cellAt, type Matrix, readAt } from "../model/matrix";
import { SeriesMark } from "../series/series-mark";
import { TallTable } from "./tall-table";
import { Thin } from "./thin";

interface AllMetricsTableProps {
  readonly matrix: Matrix;
  readonly points: readonly number[];
  /** Leads to where a series' figure at a point is from: its run's point, or its source. */
  readonly originOf: (series: number, point: number) => ReactNode;
}

/** All figures, grouped by workload: measured ones in fixed units, published ones digit by digit as printed. */
export function AllMetricsTable({ matrix, points, originOf }: AllMetricsTableProps) {
  return (
    <TallTable label="All results of the comparison">
      <thead className="text-left text-muted">
        <tr>
          <HeadCell>Series</HeadCell>
          <HeadCell className="px-1.5">Kind</HeadCell>
          {COMPARISON_METRICS.map((metric) => (
            <HeadCell key={metric} number title={metricOf(metric).name} className="px-1.5">
              {metricOf(metric).short}
            </HeadCell>
          ))}
          <HeadCell>Source</HeadCell>
        </tr>
      </thead>
      {points.map((point) => (
        <tbody key={matrix.points[point]?.key}>
          <tr className="border-b bg-sunken">
            <th scope="rowgroup" colSpan={COMPARISON_METRICS.length + 3} className="px-4 py-1.5 text-left font-medium">
              {matrix.points[point]?.words}
            </th>
          </tr>
          {matrix.series.map((each, series) => (
            <SeriesRow key={each.id} {...{ matrix, point, series, originOf }} />
          ))}
        </tbody>
      ))}
    </TallTable>
  );
}

interface SeriesRowProps extends Pick<AllMetricsTableProps, "matrix" | "originOf"> {
  readonly point: number;
  readonly series: number;
}

function SeriesRow({ matrix, point, series, originOf }: SeriesRowProps) {
  const look = matrix.series[series];
  const cell = cellAt(matrix, point, series);
  if (look === undefined) return null;
  return (
    <Row className="@max-4xl:grid-cols-2 @max-4xl:gap-x-4">
      <Cell className="wrap-anywhere min-w-36 @max-4xl:col-span-2 @max-4xl:font-medium">
        <span className="inline-flex items-baseline gap-2">
          <SeriesMark series={look} />
          {look.name}
        </span>
      </Cell>
      <Cell className="px-1.5 text-muted @max-4xl:col-span-2">{look.isPublished ? "published" : "measured"}</Cell>
      {cell.kind === "missing" ? (
        <Cell colSpan={COMPARISON_METRICS.length} className="text-muted @max-4xl:col-span-2">
          {cell.reason}
        </Cell>
      ) : (
        COMPARISON_METRICS.map((metric) => (
          <Cell key={metric} number label={metricOf(metric).short} className="px-1.5">
            <Figure matrix={matrix} point={point} series={series} metric={metric} />
          </Cell>
        ))
      )}
      <Cell className="wrap-anywhere min-w-24 @max-4xl:col-span-2">{originOf(series, point)}</Cell>
    </Row>
  );
}

interface FigureProps extends Omit<SeriesRowProps, "originOf"> {
  readonly metric: ComparedMetric;
}

function Figure({ matrix, point, series, metric }: FigureProps) {
  const reading = readAt(matrix, point, series, metric);
  if (reading.kind === "missing") return <NotKnown why={reading.reason} />;
  const cell = cellAt(matrix, point, series);
  const quantity = figureQuantity(metric, reading, cell.kind === "figure" ? cell.printed?.[metric] : undefined);
  // Columns of one unit say it in their head.
  const figure = metric === "iops" || metric === "bytesPerSecond" ? quantity.value : <Quantity of={quantity} />;
  return reading.thin ? <Thin above={reading.samplesAbove}>{figure}</Thin> : figure;
}
