import { formatCount } from "@crosspoint/domain";

/** "1 point", "up to 1,401 points". */
export function pointCount({
  points,
  pointsAreAtMost,
}: {
  readonly points: number;
  readonly pointsAreAtMost: boolean;
}) {
  return `${pointsAreAtMost ? "up to " : ""}${points === 1 ? "1 point" : `${formatCount(points)} points`}`;
}
