import type { ComparisonLane } from "../prepare/comparison-bars";
import { cutLabel } from "../prepare/cut-label";

interface LaneLabelProps {
  readonly lane: ComparisonLane;
  /** The middle of the line. */
  readonly y: number;
  readonly width: number;
  /** Of the drawing: a heading has all of it. */
  readonly whole: number;
}

const left = 2;
/** Semibold letters are wider than those that textWidth counts. */
const boldShare = 1.05;
/** What tells workloads of one block size apart. */
const loadEnd = /QD\d.*$/;

/** The name of a line, left of it. What does not fit is cut here, and whole in the tooltip and the table. */
export function LaneLabel({ lane, y, width, whole }: LaneLabelProps) {
  const base = y + 4;
  if (lane.kind === "heading") {
    return (
      <text x={left} y={base + 2} fontSize={12} fontWeight={600} fill="var(--text)">
        <title>{lane.text}</title>
        {cutLabel(lane.text, loadEnd.exec(lane.text)?.[0], (whole - 2 * left) / boldShare)}
      </text>
    );
  }
  const missing = lane.kind === "missing";
  return (
    <text x={left} y={base} fontSize={12} fill={missing ? "var(--text-muted)" : "var(--text)"}>
      <title>{missing ? `${lane.text}: ${lane.reason}` : lane.text}</title>
      {cutLabel(lane.text, missing ? undefined : lane.bar.detail, width - 22)}
    </text>
  );
}
