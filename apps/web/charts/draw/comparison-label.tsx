import type { ComparisonLane } from "../prepare/comparison-bars";
import { cutLabel } from "../prepare/cut-label";

interface LaneLabelProps {
  readonly lane: ComparisonLane;
  /** The middle of the line. */
  readonly y: number;
  readonly width: number;
}

const left = 2;

/** The name of a line, left of it. What does not fit is cut here, and whole in the tooltip and the table. */
export function LaneLabel({ lane, y, width }: LaneLabelProps) {
  const base = y + 4;
  if (lane.kind === "heading") {
    return (
      <text x={left} y={base + 2} fontSize={12} fontWeight={600} fill="var(--text)">
        {lane.text}
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
