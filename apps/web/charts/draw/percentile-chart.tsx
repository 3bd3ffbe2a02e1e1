"use client";

import { type Bound, boundSign, formatCount, formatLatency, nanosecondsPer } from "@crosspoint/domain";
import { CartesianGrid, ComposedChart, Line, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { linearTicks } from "../prepare/linear-axis";
import {
  type PercentileRow,
  type PercentileChart as Prepared,
  percentileAtNines,
} from "../prepare/percentiles-by-nines";
import {
  axisColor,
  BaseAxisTitle,
  chartMargin,
  gridColor,
  tickStyle,
  tickText,
  ValueAxisTitle,
  valueAxisWidth,
} from "./axis";
import { ChartFrame, type LegendEntry } from "./chart-frame";
import { ChartTooltip, type TooltipLine } from "./chart-tooltip";
import { HollowShape, type MarkForm } from "./hollow-shape";

interface PercentileChartProps {
  readonly chart: Prepared;
  readonly title: string;
  readonly fileName: string;
  readonly colors: ReadonlyMap<string, string>;
  readonly dashes?: ReadonlyMap<string, string>;
  /** Form of the published marks, where colour alone does not tell them apart. */
  readonly marks?: ReadonlyMap<string, MarkForm>;
  readonly scale?: "linear" | "logarithmic";
  readonly height?: number;
}

const firstPlace = Math.log10(2);

/** Latency over percentiles by nines: curves of what was measured, hollow marks of what was published. */
export function PercentileChart({
  chart,
  title,
  fileName,
  colors,
  dashes,
  marks,
  scale = "logarithmic",
  height = 320,
}: PercentileChartProps) {
  const perUnit = nanosecondsPer(chart.unit);
  const largest = Math.max(0, ...chart.table.rows.map((row) => Number(row[3] ?? 0)));
  const linear = linearTicks(largest / perUnit).map((tick) => tick * perUnit);
  const log = chart.yAxis.kind === "axis" ? chart.yAxis : undefined;
  const isLog = scale === "logarithmic" && log !== undefined;
  const domain = isLog ? [log.min, log.max] : [0, linear.at(-1) ?? 1];
  const color = (id: string) => colors.get(id) ?? "var(--series-8)";
  const markIds = [...new Map(chart.marks.map((mark) => [mark.id, mark])).values()];
  const legend: LegendEntry[] = [
    ...chart.series.map(({ id, label }) => ({ id, label, color: color(id), dash: dashes?.get(id) })),
    ...markIds.map(({ id, label, source }) => ({
      id,
      label: `${label} (${source})`,
      color: color(id),
      hollow: true,
      form: marks?.get(id),
    })),
  ];
  return (
    <ChartFrame title={title} fileName={fileName} legend={legend} table={chart.table}>
      {({ isHidden, opacity }) => (
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart data={[...chart.rows]} margin={chartMargin}>
            <CartesianGrid stroke="var(--border)" />
            {isLog ? (
              <CartesianGrid
                stroke={gridColor}
                strokeOpacity={0.5}
                vertical={false}
                horizontalValues={[...log.minor]}
              />
            ) : null}
            <XAxis
              dataKey="nines"
              type="number"
              domain={[firstPlace, chart.xMax]}
              ticks={chart.xTicks.map(({ nines }) => nines)}
              tickFormatter={(nines: number) => chart.xTicks.find((tick) => tick.nines === nines)?.label ?? ""}
              tick={tickStyle}
              stroke={axisColor}
              interval="preserveStartEnd"
              minTickGap={6}
              label={<BaseAxisTitle text="Percentile, by nines (%)" />}
            />
            <YAxis
              type="number"
              scale={isLog ? "log" : "linear"}
              domain={domain}
              allowDataOverflow
              ticks={isLog ? [...log.decades] : linear}
              tickFormatter={(ns: number) => tickText(ns / perUnit)}
              tick={tickStyle}
              stroke={axisColor}
              width={valueAxisWidth}
              label={<ValueAxisTitle text={`Latency (${chart.unit})`} />}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: axisColor, strokeDasharray: "3 3" }}
              content={({ active, label }) => {
                const row = chart.rows.find(({ nines }) => nines === label);
                if (!active || row === undefined) return null;
                return (
                  <ChartTooltip
                    title={`${percentileAtNines(row.nines)} % of operations took at most`}
                    lines={linesAt(chart, row, color).filter(({ key }) => !isHidden(key))}
                  />
                );
              }}
            />
            {chart.series
              .filter(({ id }) => !isHidden(id))
              .flatMap(({ id }) => [
                <Line
                  key={`${id} solid`}
                  dataKey={(row: PercentileRow) => row.solid[id]?.ns ?? null}
                  name={id}
                  type="linear"
                  connectNulls
                  dot={false}
                  activeDot={{ r: 3 }}
                  isAnimationActive={false}
                  stroke={color(id)}
                  strokeWidth={2}
                  strokeOpacity={opacity(id)}
                  strokeDasharray={dashes?.get(id)}
                />,
                <Line
                  key={`${id} faded`}
                  dataKey={(row: PercentileRow) => row.faded[id]?.ns ?? null}
                  name={id}
                  type="linear"
                  connectNulls
                  dot={false}
                  activeDot={{ r: 3 }}
                  isAnimationActive={false}
                  stroke={color(id)}
                  strokeWidth={2}
                  strokeOpacity={0.35 * opacity(id)}
                  strokeDasharray={dashes?.get(id)}
                />,
              ])}
            {/* Reference dots and not a series: a series with places of its own would shift what the tooltip reads. */}
            {chart.marks
              .filter(({ id }) => !isHidden(id))
              .map((mark) => (
                <ReferenceDot
                  key={`${mark.id} ${mark.percentile}`}
                  x={mark.nines}
                  y={mark.ns}
                  ifOverflow="visible"
                  shape={({ cx, cy }: { cx?: number; cy?: number }) => (
                    <HollowMark
                      cx={cx}
                      cy={cy}
                      bound={mark.bound}
                      color={color(mark.id)}
                      opacity={opacity(mark.id)}
                      form={marks?.get(mark.id) ?? "square"}
                    />
                  )}
                />
              ))}
            {/* Without any curve the tooltip would have nothing to follow. */}
            <Line dataKey={() => domain[1]} stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

interface MarkShapeProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly bound: Bound;
}

/** A published percentile: a hollow square; a bound is an arrow toward where the figure may lie. */
function HollowMark({
  cx = 0,
  cy = 0,
  bound,
  color,
  opacity,
  form,
}: MarkShapeProps & { color: string; opacity: number; form: MarkForm }) {
  const up = bound === "at_least" || bound === "just_over";
  const down = bound === "at_most" || bound === "just_under";
  if (up || down) {
    const tip = up ? cy - 14 : cy + 14;
    const barb = up ? tip + 5 : tip - 5;
    const path = `M${cx - 5},${cy}H${cx + 5}M${cx},${cy}V${tip}M${cx - 4},${barb}L${cx},${tip}L${cx + 4},${barb}`;
    return <path d={path} fill="none" stroke={color} strokeWidth={1.75} opacity={opacity} />;
  }
  return (
    <g opacity={opacity}>
      <HollowShape form={form} x={cx} y={cy} color={color} />
    </g>
  );
}

function linesAt(chart: Prepared, row: PercentileRow, color: (id: string) => string): TooltipLine[] {
  const place = row.nines;
  const measured = chart.series.flatMap(({ id, label }) => {
    const point = row.solid[id] ?? row.faded[id];
    if (point === undefined) return [];
    const thin = point.samplesAbove < 10;
    return [
      {
        key: id,
        color: color(id),
        label,
        value: formatLatency(point.ns, chart.unit).text,
        note: `${formatCount(point.samplesAbove)} ${point.samplesAbove === 1 ? "sample" : "samples"} above${thin ? ": an indication" : ""}`,
      },
    ];
  });
  const published = chart.marks
    .filter(({ nines }) => Math.abs(nines - place) < 0.03)
    .map((mark) => ({
      key: mark.id,
      color: color(mark.id),
      hollow: true,
      label: mark.label,
      value: `${boundSign(mark.bound)}${formatLatency(mark.ns, chart.unit).text}`,
      note: `published, ${mark.source}`,
    }));
  return [...measured, ...published];
}
