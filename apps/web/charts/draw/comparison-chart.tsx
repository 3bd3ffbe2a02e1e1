"use client";

import type { ComparisonChart as Prepared } from "../prepare/comparison-bars";
import { ChartFrame } from "./chart-frame";
import type { LegendEntry } from "./chart-legend";
import { ComparisonDrawing } from "./comparison-drawing";

type Chart = Extract<Prepared, { kind: "chart" }>;

interface ComparisonChartProps {
  readonly chart: Chart;
  readonly title: string;
  readonly narrow: boolean;
}

/** One metric of every row, grouped by workload, on one shared scale. Published bars are hollow; bounds are arrows. */
export function ComparisonChart(props: ComparisonChartProps) {
  const { chart, title } = props;
  const better = chart.measure.higherIsBetter ? "higher is better" : "lower is better";
  const note = chart.axis.scale === "logarithmic" ? `${better}; log scale: bar lengths are not proportional` : better;
  return (
    <ChartFrame
      title={title}
      note={note}
      fileName={`comparison-${chart.measure.id}`}
      legend={kindsOf(chart)}
      table={chart.table}
    >
      {(legend) => <ComparisonDrawing {...props} legend={legend} />}
    </ChartFrame>
  );
}

function kindsOf({ groups }: Chart): LegendEntry[] {
  const kinds = new Set(groups.flatMap(({ bars }) => bars.map(({ kind }) => kind)));
  return [
    ...(kinds.has("measured")
      ? [{ id: "measured", label: "Measured by an agent", color: "var(--text)", bars: true }]
      : []),
    ...(kinds.has("published")
      ? [{ id: "published", label: "Published by a review", color: "var(--text)", hollow: true, bars: true }]
      : []),
  ];
}
