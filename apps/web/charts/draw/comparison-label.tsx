import type { ComparisonLane } from "../prepare/comparison-bars";
import { cutLabel } from "../prepare/cut-label";

interface LaneLabelProps {
  readonly lane: ComparisonLane;
  /** Its name as far as there is room for it. */
  readonly name: string;
  /** The middle of the line. */
  readonly y: number;
  /** Of the drawing: a heading has all of it. */
  readonly whole: number;
}

const left = 2;
/** A heading may be longer than the names below it: the axis' line does not go through its letters. */
const rim = { stroke: "var(--surface)", strokeWidth: 4, paintOrder: "stroke" } as const;
/** Semibold letters are wider than those that textWidth counts. */
const boldShare = 1.05;
/** What tells workloads of one block size apart. */
const loadEnd = /QD\d.*$/;

/** The name of a line, left of it. What does not fit is cut, and whole in the tooltip and the table. */
export function LaneLabel({ lane, name, y, whole }: LaneLabelProps) {
  const base = y + 4;
  if (lane.kind === "heading") {
    return (
      <text x={left} y={base + 2} fontSize={12} fontWeight={600} fill="var(--text)" {...rim}>
        <title>{lane.text}</title>
        {cutLabel(lane.text, loadEnd.exec(lane.text)?.[0], (whole - 2 * left) / boldShare)}
      </text>
    );
  }
  const missing = lane.kind === "missing";
  return (
    <text x={left} y={base} fontSize={12} fill={missing ? "var(--text-muted)" : "var(--text)"}>
      <title>{missing ? `${lane.text}: ${lane.reason}` : lane.text}</title>
      {name}
    </text>
  );
}
