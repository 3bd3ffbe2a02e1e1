"use client";

import { formatCount, formatLatency, formatPercent, nanosecondsPer } from "@crosspoint/domain";
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { DistributionRow, DistributionChart as Prepared } from "../prepare/latency-distribution";
import { linearTicks } from "../prepare/linear-axis";
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

interface DistributionChartProps {
  readonly chart: Prepared;
  readonly title: string;
  readonly fileName: string;
  readonly colors: ReadonlyMap<string, string>;
  readonly dashes?: ReadonlyMap<string, string>;
  readonly scale?: "linear" | "logarithmic";
  readonly height?: number;
}

/** How many operations took how long: equal steps on a logarithmic axis. */
export function DistributionChart({
  chart,
  title,
  fileName,
  colors,
  dashes,
  scale = "logarithmic",
  height = 280,
}: DistributionChartProps) {
  const color = (id: string) => colors.get(id) ?? "var(--series-8)";
  const legend = chart.series.map(({ id, label }) => ({ id, label, color: color(id), dash: dashes?.get(id) }));
  const perUnit = nanosecondsPer(chart.unit);
  const decades = chart.xAxis.kind === "axis" ? chart.xAxis.decades.map(Math.log10) : [];
  const shares = linearTicks(chart.largestSharePercent);
  const log = scale === "logarithmic" && chart.shareAxis.kind === "axis" ? chart.shareAxis : undefined;
  // A logarithm has no zero: an empty step lies on the axis.
  const floor = log?.min ?? 0;
  return (
    <ChartFrame title={title} fileName={fileName} legend={legend} table={chart.table}>
      {({ isHidden, opacity }) => (
        <ResponsiveContainer width="100%" height={height}>
          <AreaChart data={[...chart.rows]} margin={chartMargin}>
            <CartesianGrid stroke={gridColor} />
            <XAxis
              dataKey="log10Ns"
              type="number"
              domain={[decades[0] ?? 0, decades.at(-1) ?? 1]}
              ticks={decades}
              tickFormatter={(exponent: number) => tickText(10 ** exponent / perUnit)}
              tick={tickStyle}
              stroke={axisColor}
              interval="equidistantPreserveStart"
              label={<BaseAxisTitle text={`Latency (${chart.unit}), logarithmic`} />}
            />
            <YAxis
              scale={log ? "log" : "linear"}
              domain={log ? [log.min, log.max] : [0, shares.at(-1) ?? 1]}
              allowDataOverflow
              ticks={log ? [...log.decades] : shares}
              tickFormatter={tickText}
              tick={tickStyle}
              stroke={axisColor}
              width={valueAxisWidth}
              label={<ValueAxisTitle text={`Share of operations (%)${log ? ", logarithmic" : ""}`} />}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: axisColor, strokeDasharray: "3 3" }}
              content={({ active, payload }) => {
                const row = payload?.[0]?.payload as DistributionRow | undefined;
                const step = row && Object.values(row.steps)[0];
                if (!active || row === undefined || step === undefined) return null;
                return (
                  <ChartTooltip
                    title={`${formatLatency(step.fromNs, chart.unit).text} to ${formatLatency(step.toNs, chart.unit).text}`}
                    lines={chart.series.flatMap(({ id, label }) => {
                      const here = row.steps[id];
                      if (here === undefined || isHidden(id)) return [];
                      const note = `${formatCount(here.count)} operations`;
                      return [{ key: id, color: color(id), label, value: formatPercent(here.sharePercent).text, note }];
                    })}
                  />
                );
              }}
            />
            {chart.series
              .filter(({ id }) => !isHidden(id))
              .map(({ id }) => (
                <Area
                  key={id}
                  dataKey={(row: DistributionRow) => row.steps[id]?.sharePercent ?? floor}
                  name={id}
                  type="stepAfter"
                  isAnimationActive={false}
                  stroke={color(id)}
                  strokeWidth={1.5}
                  strokeOpacity={opacity(id)}
                  strokeDasharray={dashes?.get(id)}
                  fill={color(id)}
                  fillOpacity={0.18 * opacity(id)}
                  activeDot={false}
                />
              ))}
          </AreaChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}
