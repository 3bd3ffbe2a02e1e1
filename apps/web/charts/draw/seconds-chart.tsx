"use client";

import { formatCount } from "@crosspoint/domain";
import { CartesianGrid, Line, LineChart, ReferenceArea, ResponsiveContainer, Tooltip, XAxis } from "recharts";
import { directionColor } from "@/ui/series-color";
import type { SecondsChart as Prepared, SecondRow } from "../prepare/seconds-over-time";
import { pointTimeAxis, type SecondsPane, type SecondsSeries } from "../prepare/seconds-panes";
import { tickText } from "../prepare/tick-text";
import { axisColor, BaseAxisTitle, chartMargin, cursorLine, gridColor, tickStyle, VerticalAxis } from "./axis";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import { useFollowPointer } from "./follow-pointer";
import type { LegendState } from "./legend-state";

interface SecondsChartProps {
  readonly chart: Prepared;
  readonly pane: SecondsPane;
  readonly fileName: string;
  /** Length of the axis in seconds, so that a running point fills a frame of fixed size. */
  readonly spanSeconds: number;
  readonly height?: number;
}

const looks: Record<
  SecondsSeries["look"],
  { readonly dash?: string; readonly width: number; readonly opacity: number }
> = {
  main: { width: 2, opacity: 1 },
  dotted: { dash: "2 3", width: 2, opacity: 1 },
  thin: { width: 1.25, opacity: 0.6 },
};

/** A quantity of a point, second by second. */
export function SecondsChart({ chart, pane, fileName, spanSeconds, height = 240 }: SecondsChartProps) {
  const { missingSeconds } = chart;
  return (
    <ChartFrame
      title={pane.title}
      note={missingSeconds > 0 ? `${formatCount(missingSeconds)} seconds missing: gaps` : undefined}
      fileName={fileName}
      table={chart.table}
      legend={pane.series.map(({ id, label, direction, look }) => ({
        id,
        label,
        color: directionColor[direction],
        dash: looks[look].dash,
        width: looks[look].width,
        line: true,
      }))}
    >
      {(legend) => <Drawing chart={chart} pane={pane} spanSeconds={spanSeconds} height={height} legend={legend} />}
    </ChartFrame>
  );
}

interface DrawingProps extends Omit<Required<SecondsChartProps>, "fileName"> {
  readonly legend: LegendState;
}

function Drawing({ chart, pane, spanSeconds, height, legend }: DrawingProps) {
  const { max, ticks } = pointTimeAxis(spanSeconds);
  const shown = pane.series.filter(({ id }) => !legend.isHidden(id));
  return (
    <div {...useFollowPointer(chart)}>
      <ResponsiveContainer width="100%" height={height}>
        <LineChart data={[...chart.rows]} margin={chartMargin}>
          <CartesianGrid stroke={gridColor} vertical={false} />
          {chart.rampSeconds > 0 ? (
            <ReferenceArea
              x1={0}
              x2={Math.min(chart.rampSeconds, spanSeconds)}
              fill="var(--text-muted)"
              fillOpacity={0.08}
              label={{ value: "warm-up", position: "insideTopLeft", fontSize: 11, fill: "var(--text-muted)" }}
            />
          ) : null}
          <XAxis
            dataKey="atSeconds"
            type="number"
            domain={[0, max]}
            ticks={[...ticks]}
            tickFormatter={tickText}
            tick={tickStyle}
            stroke={axisColor}
            allowDataOverflow
            label={<BaseAxisTitle text="Time since the point's start (s)" />}
          />
          <VerticalAxis axis={pane.axis} title={pane.axisTitle} />
          <Tooltip
            isAnimationActive={false}
            cursor={cursorLine}
            content={({ active, payload }) => (
              <SecondTooltip row={active ? payload?.[0]?.payload : undefined} series={shown} format={pane.format} />
            )}
          />
          {shown.map((series) => (
            <Line key={series.id} {...lineOf(series, chart.rows.length < 3)} opacity={legend.opacity(series.id)} />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

function lineOf({ id, direction, figure, look }: SecondsSeries, dots: boolean) {
  const { dash, width, opacity } = looks[look];
  return {
    name: id,
    dataKey: (row: SecondRow) => row[direction][figure],
    type: "linear",
    connectNulls: false,
    dot: dots ? { r: 2 } : false,
    activeDot: { r: 3 },
    isAnimationActive: false,
    stroke: directionColor[direction],
    strokeWidth: width,
    strokeOpacity: opacity,
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
  } as const;
}

interface SecondTooltipProps {
  readonly row: SecondRow | undefined;
  readonly series: readonly SecondsSeries[];
  readonly format: (value: number) => string;
}

function SecondTooltip({ row, series, format }: SecondTooltipProps) {
  if (row === undefined) return null;
  return (
    <ChartTooltip
      title={`Up to ${tickText(row.atSeconds)} s${row.phase === "ramp" ? ", warm-up (excluded)" : ""}`}
      lines={series.flatMap(({ id, label, direction, figure }) => {
        const value = row[direction][figure];
        if (value === null) return [];
        const note = figure === "iops" ? `${formatCount(row[direction].operations ?? 0)} I/Os` : undefined;
        return [{ key: id, color: directionColor[direction], label, value: format(value), note }];
      })}
    />
  );
}
