import { hasFigures, isPrecondition, type Point, timingOf } from "../run-detail";

/** The shortest continuous test of a published method: half an hour. */
const longMs = 1_800_000;

/** Points that go on for so long that how they change is their result. */
export function longPoints(points: readonly Point[]): Point[] {
  return points.filter((point) => {
    const { spec, raised, round } = point;
    const isSingle = raised === undefined && round === undefined && spec.stream === undefined;
    if (!isSingle || isPrecondition(point) || spec.load.kind === "open") return false;
    const { rampMs, totalMs } = timingOf(spec);
    return totalMs - rampMs >= longMs && hasFigures(point);
  });
}

/** Whether it writes: then it shows how a drive settles as it is written. */
export function isSaturating({ spec }: Pick<Point, "spec">): boolean {
  return spec.readPercent < 100;
}
