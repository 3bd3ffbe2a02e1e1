import { blockSizes } from "./block-mix.ts";
import { databaseLoadingSeconds, databaseSeconds } from "./database.ts";
import { planPurges } from "./effects.ts";
import type { PlannedPoint, PointSpec } from "./point-spec.ts";
import { none, type Range, rangeOf } from "./range.ts";
import type { TargetAbilities } from "./skips.ts";
import type { DatabaseStep, PlanStep, SelfTestStep } from "./steps.ts";
import { basisOf, type SpeedBasis, type SpeedSource, type WriteSpeeds, writeSpeedOf } from "./write-speeds.ts";

/** What is known of a target before a plan runs on it; each part makes an estimate narrower. */
export interface TargetFacts {
  readonly sizeBytes?: number | undefined;
  /** No faster, such as its link. */
  readonly fastestBytesPerSecond?: number | undefined;
  /** No slower, such as its rated sequential writes. */
  readonly slowestBytesPerSecond?: number | undefined;
  /** How fast it writes; narrower than the two limits, and only to be expected. */
  readonly writes?: WriteSpeeds | undefined;
  /** What it can do of a plan; absent: everything. */
  readonly abilities?: TargetAbilities | undefined;
  /** By the drive's own word (EDSTT); null where it has no self-test. */
  readonly extendedSelfTestMinutes?: number | null | undefined;
}

/** How long a plan takes, warm-ups and idle times included, from its shortest way to its longest. */
export interface PlanDuration {
  readonly secondsLeast: number;
  readonly secondsMost: number;
  /** Nobody knows beforehand how long a purge takes: it is not in the seconds. */
  readonly hasPurge: boolean;
  /** The longest time is a limit of the plan: how slowly the target writes is not known. */
  readonly mostIsLimit: boolean;
  /** Where the speeds are from by which it was estimated; absent where it depends on none. */
  readonly basis?: SpeedBasis | undefined;
}

export function planDuration(steps: readonly PlanStep[], facts: TargetFacts = {}): PlanDuration {
  let mostIsLimit = false;
  const sources = new Set<SpeedSource>();
  const measuring = (specs: readonly PointSpec[]): Range => {
    const ranges = specs.map((spec) => secondsOf(spec, facts));
    mostIsLimit ||= ranges.some((range) => range.isLimit);
    for (const source of ranges.flatMap((range) => range.sources ?? [])) sources.add(source);
    return { least: Math.max(...ranges.map(({ least }) => least)), most: Math.max(...ranges.map(({ most }) => most)) };
  };
  const { least, most } = rangeOf(
    steps,
    {
      measuring,
      idling: (seconds) => seconds,
      selfTesting: (test) => selfTestSeconds(test, facts),
      database: databaseRange,
    },
    facts.abilities,
  );
  const basis = basisOf(sources);
  return {
    secondsLeast: least,
    secondsMost: most,
    hasPurge: planPurges(steps).length > 0,
    mostIsLimit,
    ...(basis && { basis }),
  };
}

/** Whether the longest time of a plan is more than it may take. */
export function mayEndSooner({ secondsLeast, secondsMost }: PlanDuration): boolean {
  return secondsLeast < secondsMost;
}

/** Its points, and the loading of its rows beforehand. */
function databaseRange(step: DatabaseStep): Range {
  const points = databaseSeconds(step);
  const loading = databaseLoadingSeconds(step);
  return { least: points + loading.least, most: points + loading.most };
}

/** Two minutes at most by the specification, or what the drive says of an extended one, which may take up to twice that. */
function selfTestSeconds(test: SelfTestStep["test"], { extendedSelfTestMinutes: minutes }: TargetFacts): Range {
  if (minutes === null) return none;
  if (test === "short") return { least: 0, most: 120 };
  return { least: 60 * (minutes ?? 0), most: 120 * (minutes ?? extendedMinutesMost) };
}

/** Where the drive has not said: half a day. */
const extendedMinutesMost = 360;

interface PointRange extends Range {
  /** Only its limit says how long it takes at most. */
  readonly isLimit?: boolean;
  /** Of the speeds that it depends on. */
  readonly sources?: readonly SpeedSource[];
}

/** Verified data that were written are read back at the end, which takes about as long at most as it took to write them. */
function secondsOf(spec: PointSpec, facts: TargetFacts): PointRange {
  const measured = measuringSeconds(spec, facts);
  if (spec.data !== "verified" || spec.readPercent === 100) return measured;
  const readBack = (seconds: number) => Math.max(0, seconds - spec.rampSeconds);
  const least = spec.ending.kind === "fills" || spec.ending.kind === "bytes" ? readBack(measured.least) : 0;
  return { ...measured, least: measured.least + least, most: measured.most + readBack(measured.most) };
}

function measuringSeconds(spec: PointSpec, facts: TargetFacts): PointRange {
  const { ending, rampSeconds } = spec;
  if (ending.kind === "duration") return { least: pointSeconds(spec), most: pointSeconds(spec) };
  if (ending.kind === "steadyState") {
    return { least: rampSeconds + ending.roundSeconds * ending.windowRounds, most: pointSeconds(spec) };
  }
  const bytes = bytesMoved(spec, facts);
  const { slowest, fastest, sources } = speedsOf(spec, facts);
  const secondsAt = (speed: number | undefined) => (bytes === undefined || !speed ? undefined : bytes / speed);
  const limit = ending.durationSeconds;
  const least = Math.min(secondsAt(fastest) ?? 0, limit);
  const longest = secondsAt(slowest);
  const most = Math.min(longest ?? limit, limit);
  const range = { least: rampSeconds + least, most: rampSeconds + Math.max(least, most), sources };
  return longest === undefined ? { ...range, isLimit: true } : range;
}

/** How fast a point that ends by what it moves may go: by its limits, and where it only writes by what is to be expected. */
function speedsOf(spec: PointSpec, { slowestBytesPerSecond, fastestBytesPerSecond, writes }: TargetFacts) {
  const expected = writes === undefined || spec.readPercent > 0 ? { sources: [] } : writeSpeedOf(spec, writes);
  const link = fastestBytesPerSecond ?? Number.POSITIVE_INFINITY;
  const fastest = Math.min(expected.fastest ?? link, link);
  return {
    slowest: expected.slowest ?? slowestBytesPerSecond,
    fastest: Number.isFinite(fastest) ? fastest : fastestBytesPerSecond,
    sources: expected.sources,
  };
}

/** What a point moves that ends by it; undefined where that depends on a size that is not known, or on time. */
export function bytesMoved(spec: PointSpec, { sizeBytes }: TargetFacts): number | undefined {
  const { ending, spanPercent, overProvisioningPercent = 0 } = spec;
  if (ending.kind === "bytes") return Number(ending.bytes);
  if (ending.kind !== "fills" || sizeBytes === undefined) return undefined;
  // A fill by sprandom writes as much more as the drive is assumed to have in reserve.
  return (sizeBytes * spanPercent * ending.fills * (100 + overProvisioningPercent)) / 10_000;
}

/** Longest time of a point, its warm-up included. */
export function pointSeconds({ ending, rampSeconds }: Pick<PointSpec, "ending" | "rampSeconds">): number {
  const measured = ending.kind === "steadyState" ? ending.roundSeconds * ending.roundsMax : ending.durationSeconds;
  return rampSeconds + measured;
}

/** The points that are measured together: streams of one step stand behind one another. */
export function measurementsOf<Point extends Pick<PlannedPoint, "spec">>(points: readonly Point[]): Point[][] {
  const measurements: Point[][] = [];
  for (const point of points) {
    const last = measurements.at(-1);
    const streams = 1 + (last?.[0]?.spec.beside?.length ?? 0);
    if (last !== undefined && last.length < streams) last.push(point);
    else measurements.push([point]);
  }
  return measurements;
}

/** Largest block of a point, in bytes. */
export function largestBlockBytes(spec: PointSpec): number {
  return Math.max(...blockSizes(spec).map(({ bytes }) => bytes));
}
