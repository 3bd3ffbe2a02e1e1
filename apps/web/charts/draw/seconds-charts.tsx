"use client";

import {
  bytesPerSecondPer,
  chooseThroughputUnit,
  formatCount,
  formatIops,
  formatLatency,
  formatThroughput,
  nanosecondsPer,
} from "@crosspoint/domain";
import { CartesianGrid, Line, LineChart, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { linearTicks } from "../prepare/linear-axis";
import type { SecondFigures, SecondRow, SecondsChart } from "../prepare/seconds-over-time";
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

type Direction = "read" | "write";
type Figure = Exclude<keyof SecondFigures, "operations">;

interface Series {
  readonly id: string;
  readonly label: string;
  readonly direction: Direction;
  readonly figure: Figure;
  readonly color: string;
  readonly dash?: string | undefined;
  readonly width: number;
}

interface SecondsProps {
  readonly chart: SecondsChart;
  readonly fileName: string;
  /** Colour of the drive. */
  readonly color: string;
  /** Length of the axis in seconds, so that a running point fills a frame of fixed size. */
  readonly spanSeconds: number;
  readonly height?: number;
}

const words = { read: "Reads", write: "Writes" } as const;

/** Operations or bytes per second, second by second. */
export function ThroughputChart({ unit, ...props }: SecondsProps & { unit: "iops" | "bytes" }) {
  const { chart, color } = props;
  const throughputUnit = chooseThroughputUnit(chart.largestBytesPerSecond);
  const perUnit = unit === "iops" ? 1 : bytesPerSecondPer(throughputUnit);
  const series = chart.directions.map(
    (direction): Series => ({
      id: direction,
      label: words[direction],
      direction,
      figure: unit === "iops" ? "iops" : "bytesPerSecond",
      color,
      dash: direction === "write" ? "6 3" : undefined,
      width: 2,
    }),
  );
  return (
    <OverTime
      {...props}
      series={series}
      title={unit === "iops" ? "Operations per second over time" : "Throughput over time"}
      axisTitle={unit === "iops" ? "IOPS" : throughputUnit}
      largest={unit === "iops" ? chart.largestIops : chart.largestBytesPerSecond}
      perUnit={perUnit}
      format={(value) => (unit === "iops" ? formatIops(value).text : formatThroughput(value, throughputUnit).text)}
    />
  );
}

const latencyFigures = [
  { figure: "latencyNsP99", name: "99th percentile", dash: undefined, width: 1.25, muted: true },
  { figure: "latencyNsMean", name: "mean", dash: "2 3", width: 2, muted: false },
  { figure: "latencyNsP50", name: "median", dash: undefined, width: 2, muted: false },
] as const;

/** Mean, median and 99th percentile of each second. */
export function LatencyChart(props: SecondsProps) {
  const { chart, color } = props;
  const both = chart.directions.length > 1;
  const series = chart.directions.flatMap((direction) =>
    latencyFigures.map(
      ({ figure, name, dash, width, muted }): Series => ({
        id: `${direction} ${figure}`,
        label: both ? `${words[direction]}, ${name}` : name,
        direction,
        figure,
        color: muted ? (direction === "write" ? "var(--text-muted)" : "var(--text)") : color,
        dash: direction === "write" && dash === undefined ? "6 3" : dash,
        width,
      }),
    ),
  );
  const values = chart.rows.flatMap(({ read, write }) => [
    read.latencyNsP99,
    write.latencyNsP99,
    read.latencyNsMean,
    write.latencyNsMean,
  ]);
  return (
    <OverTime
      {...props}
      series={series}
      title="Latency over time"
      axisTitle={`Latency (${chart.latencyUnit}) of each second`}
      largest={values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)}
      perUnit={nanosecondsPer(chart.latencyUnit)}
      format={(value) => formatLatency(value, chart.latencyUnit).text}
    />
  );
}

interface OverTimeProps extends SecondsProps {
  readonly series: readonly Series[];
  readonly title: string;
  readonly axisTitle: string;
  readonly largest: number;
  readonly perUnit: number;
  readonly format: (value: number) => string;
}

function OverTime({
  chart,
  series,
  title,
  axisTitle,
  largest,
  perUnit,
  format,
  fileName,
  spanSeconds,
  height = 240,
}: OverTimeProps) {
  const ticks = linearTicks(largest / perUnit, 4).map((tick) => tick * perUnit);
  const note =
    chart.missingSeconds > 0 ? `${formatCount(chart.missingSeconds)} seconds did not arrive: gaps` : undefined;
  return (
    <ChartFrame
      title={title}
      note={note}
      fileName={fileName}
      table={chart.table}
      legend={series.map(({ id, label, color, dash }) => ({ id, label, color, dash }))}
    >
      {({ isHidden, opacity }) => (
        <ResponsiveContainer width="100%" height={height}>
          <LineChart data={[...chart.rows]} margin={chartMargin}>
            <CartesianGrid stroke={gridColor} vertical={false} />
            {chart.rampSeconds > 0 ? (
              <ReferenceArea
                x1={0}
                x2={Math.min(chart.rampSeconds, spanSeconds)}
                fill="var(--text-muted)"
                fillOpacity={0.08}
                label={{ value: "ramp", position: "insideTopLeft", fontSize: 11, fill: "var(--text-muted)" }}
              />
            ) : null}
            <XAxis
              dataKey="atSeconds"
              type="number"
              domain={[0, spanSeconds]}
              ticks={linearTicks(spanSeconds, 6).filter((tick) => tick <= spanSeconds)}
              tickFormatter={tickText}
              tick={tickStyle}
              stroke={axisColor}
              allowDataOverflow
              label={<BaseAxisTitle text="Time since the point's start (s)" />}
            />
            <YAxis
              domain={[0, ticks.at(-1) ?? 1]}
              ticks={ticks}
              tickFormatter={(value: number) => tickText(value / perUnit)}
              tick={tickStyle}
              stroke={axisColor}
              width={valueAxisWidth}
              label={<ValueAxisTitle text={axisTitle} />}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: axisColor, strokeDasharray: "3 3" }}
              content={({ active, payload }) => {
                const row = payload?.[0]?.payload as SecondRow | undefined;
                if (!active || row === undefined) return null;
                return (
                  <ChartTooltip
                    title={`Up to ${tickText(row.atSeconds)} s${row.phase === "ramp" ? ", ramp: not counted" : ""}`}
                    lines={series.flatMap(({ id, label, color, direction, figure }) => {
                      const value = row[direction][figure];
                      if (value === null || isHidden(id)) return [];
                      const note = `${formatCount(row[direction].operations ?? 0)} operations`;
                      return [
                        { key: id, color, label, value: format(value), note: figure === "iops" ? note : undefined },
                      ];
                    })}
                  />
                );
              }}
            />
            {series
              .filter(({ id }) => !isHidden(id))
              .map(({ id, direction, figure, color, dash, width }) => (
                <Line
                  key={id}
                  name={id}
                  dataKey={(row: SecondRow) => row[direction][figure]}
                  type="linear"
                  connectNulls={false}
                  dot={chart.rows.length < 3 ? { r: 2 } : false}
                  activeDot={{ r: 3 }}
                  isAnimationActive={false}
                  stroke={color}
                  strokeWidth={width}
                  strokeOpacity={opacity(id)}
                  strokeDasharray={dash}
                />
              ))}
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}
