"use client";

import type { ReactNode } from "react";
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis } from "recharts";
import { isoTime } from "@/ui/relative-time";
import { tickText } from "../prepare/tick-text";
import { type TimeSeriesChart as Prepared, type TimeRow, timeValueAxis } from "../prepare/time-series";
import { timeTickText } from "../prepare/time-ticks";
import { axisColor, BaseAxisTitle, chartMargin, cursorLine, gridColor, tickStyle, VerticalAxis } from "./axis";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import type { LegendState } from "./legend-state";

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

/** Series over time, straight from sample to sample; the band is from the least to the most within an interval. */
export function TimeSeriesChart(props: TimeSeriesProps) {
  const { chart, series, title, fileName, note } = props;
  return (
    <ChartFrame
      title={title}
      note={note}
      fileName={fileName}
      table={chart.table}
      legend={series.length > 1 ? series.map((each) => ({ ...each, line: true })) : []}
    >
      {(legend) => <Drawing {...props} legend={legend} />}
    </ChartFrame>
  );
}

function Drawing(props: TimeSeriesProps & { legend: LegendState }) {
  const { chart, sinceMs, untilMs, axisTitle, perUnit = 1, offset = 0, format, legend } = props;
  const shown = props.series.filter(({ id }) => !legend.isHidden(id));
  return (
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
          label={<BaseAxisTitle text="Time" />}
        />
        <VerticalAxis
          axis={timeValueAxis(props)}
          title={axisTitle}
          format={(value) => tickText((value - offset) / perUnit)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={cursorLine}
          content={({ active, payload }) => (
            <MomentTooltip row={active ? payload?.[0]?.payload : undefined} series={shown} format={format} />
          )}
        />
        {shown.map(({ id, color }) => (
          <Area
            key={`${id}-band`}
            dataKey={(row: TimeRow) => row.bands[id]}
            type="linear"
            connectNulls={false}
            stroke="none"
            fill={color}
            fillOpacity={0.16 * legend.opacity(id)}
            isAnimationActive={false}
            activeDot={false}
          />
        ))}
        {shown.map((series) => (
          <Line key={series.id} {...lineOf(series, chart.rows.length < 3)} strokeOpacity={legend.opacity(series.id)} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function lineOf({ id, color, dash }: DrawnSeries, dots: boolean) {
  return {
    dataKey: (row: TimeRow) => row.values[id],
    type: "linear",
    connectNulls: false,
    dot: dots ? { r: 2 } : false,
    activeDot: { r: 3 },
    isAnimationActive: false,
    stroke: color,
    strokeWidth: 1.75,
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
  } as const;
}

interface MomentTooltipProps {
  readonly row: TimeRow | undefined;
  readonly series: readonly DrawnSeries[];
  readonly format: (value: number) => string;
}

function MomentTooltip({ row, series, format }: MomentTooltipProps) {
  if (row === undefined) return null;
  return (
    <ChartTooltip
      title={isoTime(new Date(row.timeMs))}
      lines={series.flatMap(({ id, label, color }) => {
        const value = row.values[id];
        const band = row.bands[id];
        if (typeof value !== "number") return [];
        const spread = band && band[0] !== band[1] ? `${format(band[0])} to ${format(band[1])}` : undefined;
        return [{ key: id, color, label, value: format(value), note: spread }];
      })}
    />
  );
}
