import { valueTitlePlace } from "../prepare/plot-frame";

/** What the axes of all charts share. */
export const tickStyle = { fontSize: 12, fill: "var(--text-muted)" } as const;
export const gridColor = "var(--grid)";
export const axisColor = "var(--border-strong)";

interface AxisTitleProps {
  readonly text: string;
  readonly viewBox?: { x?: number; y?: number; width?: number; height?: number };
}

/** The value axis' quantity and unit, level above the axis where it can be read without turning one's head. */
export function ValueAxisTitle({ text, viewBox }: AxisTitleProps) {
  return (
    <text {...valueTitlePlace(viewBox?.y ?? 0)} fontSize={12} fill="var(--text-muted)">
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
