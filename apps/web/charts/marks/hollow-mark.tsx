import type { Bound } from "@crosspoint/domain";
import type { MarkForm } from "./mark-form";

interface ShapeProps {
  readonly form: MarkForm;
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

/** A hollow mark around a place. */
export function HollowShape({ form, x, y, color }: ShapeProps) {
  const look = { fill: "var(--surface)", stroke: color, strokeWidth: 1.75 };
  switch (form) {
    case "square":
      return <rect x={x - 4.5} y={y - 4.5} width={9} height={9} {...look} />;
    case "circle":
      return <circle cx={x} cy={y} r={5} {...look} />;
    case "diamond":
      return <path d={`M${x},${y - 6}l6,6l-6,6l-6,-6z`} {...look} />;
    case "triangle":
      return <path d={`M${x},${y - 6}l6,10.5h-12z`} {...look} />;
    case "downward":
      return <path d={`M${x},${y + 6}l6,-10.5h-12z`} {...look} />;
    case "plus":
      return <path d={`M${x - 2},${y - 6}h4v4h4v4h-4v4h-4v-4h-4v-4h4z`} {...look} />;
  }
}

/** A published figure: a hollow mark; a bound is an arrow toward where the figure may lie. */
export function HollowMark({ bound, ...shape }: ShapeProps & { bound: Bound }) {
  const up = bound === "at_least" || bound === "just_over";
  const down = bound === "at_most" || bound === "just_under";
  if (!up && !down) return <HollowShape {...shape} />;
  const { x, y, color } = shape;
  const tip = up ? y - 14 : y + 14;
  const barb = up ? tip + 5 : tip - 5;
  const path = `M${x - 5},${y}H${x + 5}M${x},${y}V${tip}M${x - 4},${barb}L${x},${tip}L${x + 4},${barb}`;
  return <path d={path} fill="none" stroke={color} strokeWidth={1.75} />;
}
