"use client";

import type { ReactNode } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis } from "recharts";
import type { ClientsChart as Prepared } from "../prepare/over-clients";
import { axisColor, BaseAxisTitle, chartMargin, cursorLine, gridColor, tickStyle, VerticalAxis } from "./axis";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";
import type { LegendState } from "./legend-state";

interface ClientsLine {
  readonly id: string;
  readonly label: string;
  readonly color: string;
}

interface ClientsChartProps {
  readonly chart: Prepared;
  readonly lines: readonly ClientsLine[];
  readonly title: string;
  /** The quantity and its unit. */
  readonly axisTitle: string;
  /** A value with its unit, exact. */
  readonly format: (value: number) => string;
  readonly fileName: string;
  readonly height: number;
  readonly note?: ReactNode;
}

/** Figures over the number of clients, which doubles from mark to mark. */
export function ClientsChart(props: ClientsChartProps) {
  const { chart, lines, title, note, fileName } = props;
  return (
    <ChartFrame
      title={title}
      note={note}
      fileName={fileName}
      table={chart.table}
      legend={lines.length > 1 ? lines.map((each) => ({ ...each, line: true })) : []}
    >
      {(legend) => <Drawing {...props} legend={legend} />}
    </ChartFrame>
  );
}

function Drawing({ chart, lines, axisTitle, format, height, legend }: ClientsChartProps & { legend: LegendState }) {
  const shown = lines.filter(({ id }) => !legend.isHidden(id));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <LineChart data={[...chart.rows]} margin={chartMargin}>
        <CartesianGrid stroke={gridColor} vertical={false} />
        <XAxis
          dataKey="clients"
          type="number"
          scale="log"
          domain={["dataMin", "dataMax"]}
          ticks={[...chart.clients]}
          tick={tickStyle}
          stroke={axisColor}
          label={<BaseAxisTitle text="Clients" />}
        />
        <VerticalAxis axis={chart.axis} title={axisTitle} />
        <Tooltip
          isAnimationActive={false}
          cursor={cursorLine}
          content={({ active, payload }) => {
            const row: Prepared["rows"][number] | undefined = active ? payload?.[0]?.payload : undefined;
            if (row === undefined) return null;
            const values = shown.flatMap(({ id, label, color }) => {
              const value = row.values[id];
              return value === undefined ? [] : [{ key: id, color, label, value: format(value) }];
            });
            return <ChartTooltip title={`${row.clients} ${row.clients === 1 ? "client" : "clients"}`} lines={values} />;
          }}
        />
        {shown.map(({ id, color }) => (
          <Line
            key={id}
            dataKey={(row: Prepared["rows"][number]) => row.values[id]}
            type="linear"
            connectNulls={false}
            dot={{ r: 2.5 }}
            activeDot={{ r: 4 }}
            isAnimationActive={false}
            stroke={color}
            strokeWidth={1.75}
            strokeOpacity={legend.opacity(id)}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
