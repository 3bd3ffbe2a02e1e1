"use client";

import { formatCount, formatLatency, formatPercent, nanosecondsPer } from "@crosspoint/domain";
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis } from "recharts";
import type { DistributionRow, DistributionChart as Prepared } from "../prepare/latency-distribution";
import { tickText } from "../prepare/tick-text";
import type { Scale } from "../prepare/value-axis";
import { axisColor, BaseAxisTitle, chartMargin, cursorLine, gridColor, tickStyle, VerticalAxis } from "./axis";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import type { LegendState } from "./legend-state";

interface DistributionChartProps {
  readonly chart: Prepared;
  readonly title: string;
  readonly fileName: string;
  readonly colorOf: (id: string) => string;
  readonly scale: Scale;
  readonly height: number;
}

/** How many operations took how long: equal steps on a logarithmic axis. */
export function DistributionChart(props: DistributionChartProps) {
  const { chart, title, fileName, colorOf } = props;
  const legend = chart.series.map(({ id, label }) => ({ id, label, color: colorOf(id), line: true }));
  return (
    <ChartFrame title={title} fileName={fileName} legend={legend} table={chart.table}>
      {(state) => <Drawing {...props} legend={state} />}
    </ChartFrame>
  );
}

function Drawing({ chart, colorOf, scale, height, legend }: DistributionChartProps & { legend: LegendState }) {
  const axis = chart.shareAxes[scale];
  const perUnit = nanosecondsPer(chart.unit);
  const shown = chart.series.filter(({ id }) => !legend.isHidden(id));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <AreaChart data={[...chart.rows]} margin={chartMargin}>
        <CartesianGrid stroke={gridColor} />
        <XAxis
          dataKey="log10Ns"
          type="number"
          domain={[...chart.xDomain]}
          ticks={[...chart.xTicks]}
          tickFormatter={(exponent: number) => tickText(10 ** exponent / perUnit)}
          tick={tickStyle}
          stroke={axisColor}
          interval="equidistantPreserveStart"
          label={<BaseAxisTitle text={`Latency (${chart.unit}), log scale`} />}
        />
        <VerticalAxis axis={axis} title={`Share of I/Os (%)${axis.scale === "logarithmic" ? ", log scale" : ""}`} />
        <Tooltip
          isAnimationActive={false}
          cursor={cursorLine}
          content={({ active, payload }) => (
            <StepTooltip
              row={active ? payload?.[0]?.payload : undefined}
              chart={{ ...chart, series: shown }}
              colorOf={colorOf}
            />
          )}
        />
        {shown.map(({ id }) => (
          <Area
            key={id}
            // An empty step lies on the axis.
            dataKey={(row: DistributionRow) => row.steps[id]?.sharePercent ?? axis.min}
            name={id}
            type="stepAfter"
            isAnimationActive={false}
            stroke={colorOf(id)}
            strokeWidth={1.5}
            strokeOpacity={legend.opacity(id)}
            fill={colorOf(id)}
            fillOpacity={0.18 * legend.opacity(id)}
            activeDot={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}

interface StepTooltipProps {
  readonly row: DistributionRow | undefined;
  readonly chart: Prepared;
  readonly colorOf: (id: string) => string;
}

function StepTooltip({ row, chart, colorOf }: StepTooltipProps) {
  const step = row && Object.values(row.steps)[0];
  if (row === undefined || step === undefined) return null;
  return (
    <ChartTooltip
      title={`${formatLatency(step.fromNs, chart.unit).text} to ${formatLatency(step.toNs, chart.unit).text}`}
      lines={chart.series.flatMap(({ id, label }) => {
        const here = row.steps[id];
        if (here === undefined) return [];
        const note = `${formatCount(here.count)} I/Os`;
        return [{ key: id, color: colorOf(id), label, value: formatPercent(here.sharePercent).text, note }];
      })}
    />
  );
}
