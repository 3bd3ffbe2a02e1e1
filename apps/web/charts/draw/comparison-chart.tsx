"use client";

import type { LatencyUnit, ThroughputUnit } from "@crosspoint/domain";
import { boundSign, boundWords, formatCount, formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { ComparisonBar, ComparisonChart as Prepared } from "../prepare/comparison-bars";
import { axisColor, gridColor, tickStyle, tickText } from "./axis";
import { ChartFrame, type LegendEntry } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";

type Chart = Extract<Prepared, { kind: "chart" }>;

interface ComparisonChartProps {
  readonly chart: Chart;
  readonly title: string;
  readonly metricName: string;
  readonly colorOf: (rowId: string) => string;
  /** Names the source of a published row. */
  readonly sourceName: (sourceId: string) => string;
  readonly narrow: boolean;
}

/** A line of the chart: the heading of a group, a bar, or a row without the figure. */
type Lane =
  | { readonly key: string; readonly kind: "heading"; readonly text: string }
  | {
      readonly key: string;
      readonly kind: "bar";
      readonly text: string;
      readonly bar: ComparisonBar;
      readonly value: number;
    }
  | { readonly key: string; readonly kind: "missing"; readonly text: string };

const laneHeight = 26;
const labelWidth = { wide: 264, narrow: 128 } as const;

/** One metric of every row, grouped by workload, on one shared scale. Published bars are hollow; bounds are arrows. */
export function ComparisonChart({ chart, title, metricName, colorOf, sourceName, narrow }: ComparisonChartProps) {
  const axisWidth = narrow ? labelWidth.narrow : labelWidth.wide;
  const note = chart.higherIsBetter ? "more is better" : "less is better";
  const legend = kindsOf(chart);
  return (
    <ChartFrame
      title={title}
      note={chart.scale === "logarithmic" ? `${note}; logarithmic: a bar's length is not its size` : note}
      fileName={`comparison-${chart.metric}`}
      legend={legend}
      table={chart.table}
    >
      {({ isHidden, opacity }) => {
        const lanes = lanesOf(chart, isHidden);
        return (
          <ResponsiveContainer width="100%" height={lanes.length * laneHeight + 64}>
            <BarChart
              data={lanes}
              layout="vertical"
              margin={{ top: 30, right: narrow ? 76 : 96, bottom: 4, left: 0 }}
              barCategoryGap={5}
            >
              <CartesianGrid stroke={gridColor} horizontal={false} />
              <XAxis
                type="number"
                orientation="top"
                scale={chart.scale === "linear" ? "linear" : "log"}
                domain={[chart.min, chart.max]}
                ticks={[...chart.ticks]}
                tickFormatter={(value: number) => tickText(value / chart.unitFactor)}
                tick={tickStyle}
                stroke={axisColor}
                label={<TopTitle text={`${metricName} (${chart.unit})`} />}
              />
              <YAxis
                type="category"
                dataKey="key"
                width={axisWidth}
                interval={0}
                stroke={axisColor}
                tickLine={false}
                tick={(props: TickProps) => <LaneLabel {...props} lane={lanes[props.index ?? 0]} width={axisWidth} />}
              />
              <Tooltip
                isAnimationActive={false}
                cursor={{ fill: "var(--hover)", fillOpacity: 0.6 }}
                content={({ active, payload }) => {
                  const lane = payload?.[0]?.payload as Lane | undefined;
                  if (!active || lane?.kind !== "bar") return null;
                  return (
                    <BarTooltip chart={chart} bar={lane.bar} color={colorOf(lane.bar.rowId)} sourceName={sourceName} />
                  );
                }}
              />
              <Bar
                dataKey={(lane: Lane) => (lane.kind === "bar" ? lane.value : null)}
                isAnimationActive={false}
                shape={(props: BarShapeProps) => (
                  <BarShape
                    {...props}
                    chart={chart}
                    color={props.payload?.kind === "bar" ? colorOf(props.payload.bar.rowId) : ""}
                    opacity={props.payload?.kind === "bar" ? opacity(props.payload.bar.kind) : 1}
                  />
                )}
              />
            </BarChart>
          </ResponsiveContainer>
        );
      }}
    </ChartFrame>
  );
}

function kindsOf({ groups }: Chart): LegendEntry[] {
  const kinds = new Set(groups.flatMap(({ bars }) => bars.map(({ kind }) => kind)));
  return [
    ...(kinds.has("measured")
      ? [{ id: "measured", label: "Measured by an agent", color: "var(--text)", dash: undefined }]
      : []),
    ...(kinds.has("published")
      ? [{ id: "published", label: "Published by a review", color: "var(--text)", hollow: true }]
      : []),
  ];
}

function lanesOf({ groups }: Chart, isHidden: (id: string) => boolean): Lane[] {
  return groups.flatMap(({ workloadKey, title, bars, missing }): Lane[] => [
    { key: workloadKey, kind: "heading", text: title },
    ...bars
      .filter(({ kind }) => !isHidden(kind))
      .map((bar): Lane => ({ key: bar.rowId, kind: "bar", text: bar.label, bar, value: bar.value })),
    ...missing.map(({ rowId, label }): Lane => ({ key: rowId, kind: "missing", text: label })),
  ]);
}

interface TickProps {
  readonly x?: number | string;
  readonly y?: number | string;
  readonly index?: number;
}

function LaneLabel({ x = 0, y = 0, lane, width }: TickProps & { lane: Lane | undefined; width: number }) {
  if (lane === undefined) return null;
  const left = Number(x) - width + 10;
  const base = Number(y) + 4;
  if (lane.kind === "heading") {
    return (
      <text x={left} y={base + 2} fontSize={12} fontWeight={600} fill="var(--text)">
        {lane.text}
      </text>
    );
  }
  // What does not fit is cut here, and whole in the tooltip and the table.
  const short = cutToWidth(lane.text, width - 22);
  const suffix = lane.kind === "missing" ? ": not stated" : "";
  return (
    <text x={left} y={base} fontSize={12} fill={lane.kind === "missing" ? "var(--text-muted)" : "var(--text)"}>
      <title>{lane.text + suffix}</title>
      {short}
    </text>
  );
}

/** Cuts a text at about this many pixels: at twelve pixels a capital or digit takes about 8, any other letter 6.2. */
function cutToWidth(text: string, pixels: number): string {
  let used = 0;
  for (const [index, letter] of [...text].entries()) {
    used += /[A-Z0-9]/.test(letter) ? 8 : 6.2;
    if (used > pixels) return `${text.slice(0, index - 1)}…`;
  }
  return text;
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

interface BarShapeProps {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: Lane;
}

function BarShape({
  x = 0,
  y = 0,
  width = 0,
  height = 0,
  payload,
  chart,
  color,
  opacity,
}: BarShapeProps & { chart: Chart; color: string; opacity: number }) {
  if (payload?.kind !== "bar") return null;
  const { bar } = payload;
  const end = x + width;
  const middle = y + height / 2;
  const published = bar.kind === "published";
  const arrow = bar.end === "reachesHigher" ? 12 : bar.end === "staysLower" ? -12 : 0;
  return (
    <g opacity={opacity * (bar.thin ? 0.55 : 1)}>
      <rect
        x={x + 0.75}
        y={y + 0.75}
        width={Math.max(width - 1.5, 1)}
        height={Math.max(height - 1.5, 1)}
        fill={color}
        fillOpacity={published ? 0.06 : 0.9}
        stroke={color}
        strokeWidth={1.5}
      />
      {arrow === 0 ? null : (
        <path
          d={`M${end},${middle}h${arrow}m${-arrow / 2.4},-4l${arrow / 2.4},4l${-arrow / 2.4},4`}
          fill="none"
          stroke={published ? color : "var(--surface)"}
          strokeWidth={1.75}
        />
      )}
      <text x={end + 6 + Math.max(arrow, 0)} y={middle + 4} fontSize={12} fill="var(--text)">
        {boundSign(bar.bound)}
        {valueText(chart, bar.value)}
      </text>
    </g>
  );
}

function BarTooltip({
  chart,
  bar,
  color,
  sourceName,
}: {
  chart: Chart;
  bar: ComparisonBar;
  color: string;
  sourceName: (id: string) => string;
}) {
  const published = bar.kind === "published";
  const note = published
    ? `Published: ${sourceName(bar.sourceId ?? "")}`
    : bar.samplesAbove === undefined
      ? "Measured"
      : `Measured; ${formatCount(bar.samplesAbove)} samples above${bar.thin ? ": an indication" : ""}`;
  const sign = boundWords(bar.bound);
  return (
    <ChartTooltip
      title={bar.label}
      lines={[
        {
          key: bar.rowId,
          color,
          hollow: published,
          label: sign === "" ? "" : sign,
          value: quantityText(chart, bar.value),
          note,
        },
      ]}
    />
  );
}

function valueText(chart: Chart, value: number): string {
  return quantityOf(chart, value).value;
}

function quantityText(chart: Chart, value: number): string {
  return quantityOf(chart, value).text;
}

function quantityOf(chart: Chart, value: number) {
  if (chart.metric === "iops") return formatIops(value);
  if (chart.metric === "bytesPerSecond") return formatThroughput(value, chart.unit as ThroughputUnit);
  return formatLatency(value, chart.unit as LatencyUnit);
}
