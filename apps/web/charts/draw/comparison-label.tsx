import type { ComparisonLane } from "../prepare/comparison-bars";
import { cutLabel } from "../prepare/cut-label";

export interface LabelTickProps {
  readonly x?: number | string;
  readonly y?: number | string;
  readonly index?: number;
}

interface LaneLabelProps extends LabelTickProps {
  readonly lane: ComparisonLane | undefined;
  readonly width: number;
}

/** The name of a line, left of it. What does not fit is cut here, and whole in the tooltip and the table. */
export function LaneLabel({ x = 0, y = 0, lane, width }: LaneLabelProps) {
  if (lane === undefined) return null;
  const left = Number(x) - width + 10;
  const base = Number(y) + 4;
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
