"use client";

import { formatCount } from "@crosspoint/domain";
import { Bar, BarChart, CartesianGrid, Cell, ReferenceLine, ResponsiveContainer, Tooltip, XAxis } from "recharts";
import type { Spread, SpreadBin } from "../prepare/spread";
import { axisColor, BaseAxisTitle, chartMargin, gridColor, tickStyle, VerticalAxis } from "./axis";
import { ChartFrame } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";

interface SpreadChartProps {
  readonly spread: Spread;
  readonly title: string;
  /** The quantity and its unit, below the bars. */
  readonly axisTitle: string;
  readonly fileName: string;
  readonly color: (bin: SpreadBin) => string;
}

/** How many drives have which value. The count axis begins at zero. */
export function SpreadChart({ spread, title, axisTitle, fileName, color }: SpreadChartProps) {
  return (
    <ChartFrame
      title={title}
      note={`${formatCount(spread.total)} drives`}
      fileName={fileName}
      table={spread.table}
      legend={[]}
    >
      {() => (
        <ResponsiveContainer width="100%" height={200}>
          <BarChart data={[...spread.bins]} margin={chartMargin} barCategoryGap={1}>
            <CartesianGrid stroke={gridColor} vertical={false} />
            <XAxis
              dataKey={nameOf}
              tick={tickStyle}
              stroke={axisColor}
              interval="preserveStartEnd"
              label={<BaseAxisTitle text={axisTitle} />}
            />
            <VerticalAxis axis={spread.axis} title="Drives" format={formatCount} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: "var(--hover)" }}
              content={({ active, payload }) => {
                const bin = payload?.[0]?.payload as SpreadBin | undefined;
                if (!active || bin === undefined) return null;
                const line = { key: "count", color: color(bin), label: "Drives", value: formatCount(bin.count) };
                return <ChartTooltip title={`${nameOf(bin)}, ${axisTitle}`} lines={[line]} />;
              }}
            />
            {spread.marks.map(({ label, color, bin }) => (
              <ReferenceLine
                key={label}
                x={nameOf(bin)}
                position="start"
                stroke={color}
                strokeDasharray="4 3"
                label={{ value: label, position: "top", fill: color, fontSize: 12 }}
              />
            ))}
            <Bar dataKey="count" isAnimationActive={false}>
              {spread.bins.map((bin) => (
                <Cell key={bin.from} fill={color(bin)} />
              ))}
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

/** "30–34" in whole numbers; "100 or more" for the open bin. */
function nameOf({ from, to }: SpreadBin): string {
  if (to === undefined) return `≥ ${from}`;
  return to - from === 1 ? String(from) : `${from}–${to - 1}`;
}
