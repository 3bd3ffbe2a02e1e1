"use client";

import type { ReactNode } from "react";
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { isoTime } from "@/ui/relative-time";
import { linearTicks } from "../prepare/linear-axis";
import { type TimeSeriesChart as Prepared, type TimeRow, timeTickText } from "../prepare/time-series";
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
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";

export interface DrawnSeries {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly dash?: string;
}

interface TimeSeriesProps {
  readonly chart: Prepared;
  readonly series: readonly DrawnSeries[];
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly title: string;
  /** The quantity and its unit. */
  readonly axisTitle: string;
  /** How many of the value's own unit make one of the axis. */
  readonly perUnit?: number;
  /** What the axis calls zero, in the value's unit: 273 for kelvin shown as °C. */
  readonly offset?: number;
  /** Whether the axis must begin at zero: for amounts and rates, not for temperatures. */
  readonly fromZero: boolean;
  /** For counts: no tick between two whole numbers. */
  readonly whole?: boolean;
  readonly format: (value: number) => string;
  readonly fileName: string;
  readonly note?: ReactNode;
}

const height = 220;
/** A flat line of small whole numbers still gets an axis worth reading. */
const smallestSpan = 4;

/** Series over time, straight from sample to sample; the band is from the least to the most within an interval. */
export function TimeSeriesChart(props: TimeSeriesProps) {
  const { chart, series, sinceMs, untilMs, title, axisTitle, perUnit = 1, offset = 0, format, fileName, note } = props;
  const scale = valueScale(props);
  return (
    <ChartFrame
      title={title}
      note={note}
      fileName={fileName}
      table={chart.table}
      legend={series.length > 1 ? series : []}
    >
      {({ isHidden, opacity }) => (
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart data={[...chart.rows]} margin={chartMargin}>
            <CartesianGrid stroke={gridColor} vertical={false} />
            <XAxis
              dataKey="timeMs"
              type="number"
              domain={[sinceMs, untilMs]}
              ticks={[...chart.ticksMs]}
              tickFormatter={(value: number) => timeTickText(value, untilMs - sinceMs)}
              tick={tickStyle}
              stroke={axisColor}
              allowDataOverflow
              label={<BaseAxisTitle text="Time (local)" />}
            />
            <YAxis
              domain={[scale.low, scale.high]}
              ticks={scale.ticks}
              tickFormatter={(value: number) => tickText((value - offset) / perUnit)}
              tick={tickStyle}
              stroke={axisColor}
              width={valueAxisWidth}
              label={<ValueAxisTitle text={axisTitle} />}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: axisColor, strokeDasharray: "3 3" }}
              content={({ active, payload }) => {
                const row = payload?.[0]?.payload as TimeRow | undefined;
                if (!active || row === undefined) return null;
                return (
                  <ChartTooltip
                    title={isoTime(new Date(row.timeMs))}
                    lines={series.flatMap(({ id, label, color }) => {
                      const value = row.values[id];
                      const band = row.bands[id];
                      if (typeof value !== "number" || isHidden(id)) return [];
                      const spread =
                        band && band[0] !== band[1] ? `${format(band[0])} to ${format(band[1])}` : undefined;
                      return [{ key: id, color, label, value: format(value), note: spread }];
                    })}
                  />
                );
              }}
            />
            {series
              .filter(({ id }) => !isHidden(id))
              .map(({ id, color }) => (
                <Area
                  key={`${id}-band`}
                  dataKey={(row: TimeRow) => row.bands[id]}
                  type="linear"
                  connectNulls={false}
                  stroke="none"
                  fill={color}
                  fillOpacity={0.16 * opacity(id)}
                  isAnimationActive={false}
                  activeDot={false}
                />
              ))}
            {series
              .filter(({ id }) => !isHidden(id))
              .map(({ id, color, dash }) => (
                <Line
                  key={id}
                  dataKey={(row: TimeRow) => row.values[id]}
                  type="linear"
                  connectNulls={false}
                  dot={chart.rows.length < 3 ? { r: 2 } : false}
                  activeDot={{ r: 3 }}
                  isAnimationActive={false}
                  stroke={color}
                  strokeWidth={1.75}
                  strokeOpacity={opacity(id)}
                  strokeDasharray={dash}
                />
              ))}
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

function valueScale({ chart, fromZero, whole, perUnit = 1, offset = 0 }: TimeSeriesProps) {
  const largest = ((chart.largest ?? 0) - offset) / perUnit;
  const smallest = fromZero ? 0 : ((chart.smallest ?? 0) - offset) / perUnit;
  const ticks = ticksBetween(smallest, Math.max(largest, smallest + (fromZero ? 0 : smallestSpan)));
  const values = ticks.filter((tick) => !whole || Number.isInteger(tick)).map((tick) => tick * perUnit + offset);
  return { ticks: values, low: values[0] ?? 0, high: values.at(-1) ?? 1 };
}

/** Round values that enclose both ends. */
function ticksBetween(low: number, high: number): number[] {
  const steps = linearTicks(high - low, 4);
  const step = (steps[1] ?? 1) - (steps[0] ?? 0);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
