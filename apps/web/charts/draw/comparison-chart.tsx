"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import {
  comparisonHeight,
  type ComparisonLane as Lane,
  lanesOf,
  type ComparisonChart as Prepared,
} from "../prepare/comparison-bars";
import { tickText } from "../prepare/tick-text";
import { axisColor, gridColor, tickStyle } from "./axis";
import { ChartFrame } from "./chart-frame";
import type { LegendEntry } from "./chart-legend";
import { BarShape, type BarShapeProps } from "./comparison-bar";
import { type LabelTickProps, LaneLabel } from "./comparison-label";
import { BarTooltip } from "./comparison-tooltip";
import type { LegendState } from "./legend-state";

type Chart = Extract<Prepared, { kind: "chart" }>;

interface ComparisonChartProps {
  readonly chart: Chart;
  readonly title: string;
  readonly narrow: boolean;
}

const labelWidth = { wide: 280, narrow: 136 } as const;

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
      {(legend) => <Drawing {...props} legend={legend} />}
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

function Drawing(props: ComparisonChartProps & { legend: LegendState }) {
  const { chart, narrow, legend } = props;
  const lanes = lanesOf(chart.groups, legend.isHidden);
  const width = narrow ? labelWidth.narrow : labelWidth.wide;
  return (
    <ResponsiveContainer width="100%" height={comparisonHeight(lanes.length)}>
      <BarChart
        data={lanes}
        layout="vertical"
        margin={{ top: 30, right: narrow ? 76 : 96, bottom: 4, left: 0 }}
        barCategoryGap={5}
      >
        <CartesianGrid stroke={gridColor} horizontal={false} />
        <TopAxis chart={chart} />
        <YAxis
          type="category"
          dataKey="key"
          width={width}
          interval={0}
          stroke={axisColor}
          tickLine={false}
          tick={(tick: LabelTickProps) => {
            const lane = lanes[tick.index ?? 0];
            return <LaneLabel {...tick} lane={lane} width={width} />;
          }}
        />
        <Tooltip
          isAnimationActive={false}
          {...(narrow ? {} : besideBars)}
          cursor={{ fill: "var(--hover)", fillOpacity: 0.6 }}
          content={({ active, payload }) => {
            const lane = payload?.[0]?.payload as Lane | undefined;
            if (!active || lane?.kind !== "bar") return null;
            return (
              // The arrow keys move it, too: it is spoken.
              <output className="block">
                <BarTooltip measure={chart.measure} bar={lane.bar} />
              </output>
            );
          }}
        />
        <Bar
          dataKey={(lane: Lane) => (lane.kind === "bar" ? lane.bar.value : null)}
          isAnimationActive={false}
          shape={({ payload, ...place }: BarShapeProps & { payload?: Lane }) =>
            payload?.kind === "bar" ? (
              <g opacity={legend.opacity(payload.bar.kind)}>
                <BarShape {...place} measure={chart.measure} bar={payload.bar} />
              </g>
            ) : null
          }
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Over the labels, so that it hides no bar. */
const besideBars = { position: { x: 0 }, wrapperStyle: { width: labelWidth.wide, zIndex: 20 } } as const;

function TopAxis({ chart: { axis, measure } }: Pick<ComparisonChartProps, "chart">) {
  return (
    <XAxis
      type="number"
      orientation="top"
      scale={axis.scale === "linear" ? "linear" : "log"}
      domain={[axis.min, axis.max]}
      ticks={[...axis.ticks]}
      tickFormatter={(value: number) => tickText(value / axis.perUnit)}
      tick={tickStyle}
      stroke={axisColor}
      label={<TopTitle text={measure.title} />}
    />
  );
}

function TopTitle({ text, viewBox }: { text: string; viewBox?: { x?: number; y?: number; width?: number } }) {
  return (
    <text
      x={(viewBox?.x ?? 0) + (viewBox?.width ?? 0)}
      y={(viewBox?.y ?? 0) - 4}
      textAnchor="end"
      fontSize={12}
      fill="var(--text-muted)"
    >
      {text}
    </text>
  );
}
