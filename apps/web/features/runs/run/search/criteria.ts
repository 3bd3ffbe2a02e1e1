import { type Criterion, PERCENTILES } from "@crosspoint/domain";
import { resultsOf } from "../results";
import type { Point } from "../run-detail";

/** One criterion of a search held against what its point stored. */
export interface CriterionReading {
  readonly criterion: Criterion;
  /** In each slice of the point's time, or once where it has none. */
  readonly parts: readonly CriterionPart[];
  /** The part that comes nearest to breaking the limit, or breaks it most. */
  readonly worst: CriterionPart | undefined;
  readonly holds: Held;
  /** Why it cannot be told. */
  readonly reason?: string;
}

/** `unclear`: within what the stored figures leave open. */
export type Held = "holds" | "fails" | "unclear" | "notKnown";

export interface CriterionPart {
  readonly startSecond: number;
  readonly seconds: number;
  readonly operations: number;
  /** Percent of the operations, nanoseconds or percent of the rate, after the kind of criterion. */
  readonly value: number;
  readonly holds: Held;
}

/** Whether a criterion holds in every part of a point, by the agent's own rule (crates/bench, plan/judge.rs). */
export function readCriterion(criterion: Criterion, point: Point | undefined): CriterionReading {
  if (point === undefined) return unread(criterion, "The trial has no such stream.");
  if (point.directions.length === 0) return unread(criterion, point.reason ?? "The trial has no result.");
  if (point.isStreamed) return unread(criterion, "The trial was cut off: no result arrived.");
  if (criterion.percentile !== undefined) return ofPercentile(criterion, point);
  const parts = partsOf(criterion, point);
  if (parts === undefined) return unread(criterion, "No operations were counted above this latency.");
  if (parts.length === 0) return { ...unread(criterion, "Nothing completed."), holds: "fails" };
  const isRate = criterion.ratePercentAtLeast !== undefined;
  const worst = parts.reduce((found, each) =>
    (isRate ? each.value < found.value : each.value > found.value) ? each : found,
  );
  return { criterion, parts, worst, holds: overall(parts.map(({ holds }) => holds)) };
}

function overall(parts: readonly Held[]): Held {
  for (const each of ["fails", "notKnown", "unclear"] as const) if (parts.includes(each)) return each;
  return "holds";
}

function unread(criterion: Criterion, reason: string): CriterionReading {
  return { criterion, parts: [], worst: undefined, holds: "notKnown", reason };
}

interface Counted {
  readonly startSecond: number;
  readonly seconds: number;
  readonly operations: number;
  readonly slow: number | undefined;
}

function partsOf(criterion: Criterion, point: Point): CriterionPart[] | undefined {
  const counted = countedOf(criterion, point);
  if (counted.some(({ slow }) => slow === undefined)) return undefined;
  const asked = askedPerSecond(criterion, point);
  return counted.map((part, index) => judgePart(criterion, part, asked, index === counted.length - 1));
}

function countedOf({ direction, overNs }: Criterion, point: Point): Counted[] {
  if (point.spec.slices === undefined) {
    const whole = point.directions.find((each) => each.direction === direction);
    const seconds = (point.elapsedNs ?? 0) / 1e9;
    if (whole === undefined || seconds === 0) return [];
    return [{ startSecond: 0, seconds, operations: whole.operations, slow: overNs === undefined ? 0 : undefined }];
  }
  return point.slices.map(({ startSecond, seconds, ...of }) => {
    const counts = of[direction];
    const slow = overNs === undefined ? 0 : counts?.over.find(({ thresholdNs }) => thresholdNs === overNs)?.operations;
    return { startSecond, seconds, operations: counts?.operations ?? 0, slow: counts === undefined ? 0 : slow };
  });
}

function judgePart(
  { percentBelow = 0, ratePercentAtLeast }: Criterion,
  { startSecond, seconds, operations, slow = 0 }: Counted,
  asked: number | undefined,
  isLast: boolean,
): CriterionPart {
  const part = { startSecond, seconds, operations };
  if (ratePercentAtLeast !== undefined) {
    if (asked === undefined || asked * seconds === 0) return { ...part, value: 0, holds: "notKnown" };
    const holds = operations * 100 >= ratePercentAtLeast * asked * seconds ? "holds" : "fails";
    return { ...part, value: (100 * operations) / (asked * seconds), holds };
  }
  if (operations === 0) return { ...part, value: 0, holds: "fails" };
  const value = (100 * slow) / operations;
  if (slow * 100 >= percentBelow * operations) return { ...part, value, holds: "fails" };
  // What was due and had not started at the end counts as slow for the agent; how much that was is not stored.
  const missing = isLast ? Math.max(0, (asked ?? 0) * seconds - operations) : 0;
  const isCertain = (slow + missing) * 100 < percentBelow * (operations + missing);
  return { ...part, value, holds: isCertain ? "holds" : "unclear" };
}

/** Operations a second that an open loop asks for in the direction of a criterion. */
export function askedPerSecond({ direction }: Pick<Criterion, "direction">, { spec }: Point): number | undefined {
  if (spec.load.kind === "closed") return undefined;
  const percent = direction === "read" ? spec.readPercent : 100 - spec.readPercent;
  return (spec.load.ratePerSecond * percent) / 100;
}

/** A histogram's range holds a latency to this share: values of one range are not told apart. */
const rangeShare = 1 / 1000;

function ofPercentile(criterion: Criterion, point: Point): CriterionReading {
  const { percentile, direction, belowNs = 0 } = criterion;
  if (point.spec.slices !== undefined) {
    return unread(criterion, "Percentiles are stored for the whole point, and this is judged in each slice.");
  }
  const kept = PERCENTILES.find((each) => Number(each) === percentile);
  if (kept === undefined) return unread(criterion, `p${percentile} is not stored with a point.`);
  const result = resultsOf([point]).find((each) => each.direction === direction);
  const reading = result?.percentiles.find((each) => each.percentile === kept);
  if (result === undefined || reading?.kind !== "value") {
    return { ...unread(criterion, `Too few operations for p${percentile}.`), holds: "fails" };
  }
  const isNear = Math.abs(reading.ns - belowNs) <= belowNs * rangeShare;
  const holds = isNear ? "unclear" : reading.ns < belowNs ? "holds" : "fails";
  const seconds = (point.elapsedNs ?? 0) / 1e9;
  const part: CriterionPart = { startSecond: 0, seconds, operations: result.operations, value: reading.ns, holds };
  return { criterion, parts: [part], worst: part, holds };
}
