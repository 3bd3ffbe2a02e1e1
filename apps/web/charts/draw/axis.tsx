import { YAxis } from "recharts";
import { tickText } from "../prepare/tick-text";
import type { ValueAxis } from "../prepare/value-axis";

/** What the axes of all charts share. */
export const tickStyle = { fontSize: 12, fill: "var(--text-muted)" } as const;
export const gridColor = "var(--grid)";
export const axisColor = "var(--border-strong)";
export const cursorLine = { stroke: axisColor, strokeDasharray: "3 3" } as const;
/** Room above for the title of the value axis, at the right for half of the last tick's text. */
export const chartMargin = { top: 26, right: 30, bottom: 22, left: 0 } as const;
const valueAxisWidth = 58;

interface VerticalAxisProps {
  readonly axis: Pick<ValueAxis, "min" | "max" | "ticks"> & Partial<Pick<ValueAxis, "scale" | "perUnit">>;
  /** The quantity and its unit. */
  readonly title: string;
  /** How a tick is written, where that is not its value in the axis' unit. */
  readonly format?: (value: number) => string;
}

/** The value axis of every chart, as `prepare` decided it. */
export function VerticalAxis({ axis, title, format }: VerticalAxisProps) {
  const { min, max, ticks, scale = "linear", perUnit = 1 } = axis;
  return (
    <YAxis
      type="number"
      scale={scale === "logarithmic" ? "log" : "linear"}
      domain={[min, max]}
      ticks={[...ticks]}
      allowDataOverflow
      tickFormatter={format ?? ((value: number) => tickText(value / perUnit))}
      tick={tickStyle}
      stroke={axisColor}
      width={valueAxisWidth}
      label={<ValueAxisTitle text={title} />}
    />
  );
}

interface AxisTitleProps {
  readonly text: string;
  readonly viewBox?: { x?: number; y?: number; width?: number; height?: number };
}

/** The value axis' quantity and unit, level above the axis where it can be read without turning one's head. */
export function ValueAxisTitle({ text, viewBox }: AxisTitleProps) {
  return (
    <text x={4} y={(viewBox?.y ?? 0) - 12} fontSize={12} fill="var(--text-muted)">
      {text}
    </text>
  );
}

/** The same for the axis below. */
export function BaseAxisTitle({ text, viewBox }: AxisTitleProps) {
  const { x = 0, y = 0, width = 0, height = 0 } = viewBox ?? {};
  return (
    <text x={x + width} y={y + height + 14} textAnchor="end" fontSize={12} fill="var(--text-muted)">
      {text}
    </text>
  );
}
