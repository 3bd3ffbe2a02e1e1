import { blockSizes } from "./block-mix.ts";
import { databaseBytesLeast, databaseSeconds } from "./database.ts";
import { planWrites } from "./effects.ts";
import { bytesMoved, pointSeconds, type TargetFacts } from "./estimate.ts";
import type { PointSpec } from "./point-spec.ts";
import { type Cost, none, type Range, rangeOf } from "./range.ts";
import type { DatabaseStep, PlanStep } from "./steps.ts";
import { basisOf, type SpeedBasis, type SpeedSource, type WriteSpeeds, writeSpeedOf } from "./write-speeds.ts";

/** What a plan may write, before anyone knows how fast the drive is. */
export type BytesWritten =
  | { readonly kind: "none" }
  /** The link cannot carry more in the plan's time. */
  | {
      readonly kind: "atMost";
      readonly bytes: number;
      /** What it writes in any case: its fills, and the rows of its databases. */
      readonly bytesLeast: number;
      readonly linkBytesPerSecond: number;
      readonly expected?: ExpectedBytes | undefined;
    }
  /** No link speed is known (a scratch file, a fabric): only the time is. */
  | {
      readonly kind: "unknown";
      readonly writingSeconds: number;
      readonly bytesLeast: number;
      readonly expected?: ExpectedBytes | undefined;
    };

/** What it is expected to write, at the speeds that the target showed or is rated for. */
export interface ExpectedBytes extends Range {
  /** Absent where it is the same at every speed. */
  readonly basis?: SpeedBasis | undefined;
}

/** What the points of a plan write over a link of this speed. Warm-ups write too, and a mix writes its share. */
export function estimateBytesWritten(
  steps: readonly PlanStep[],
  { fastestBytesPerSecond: link, ...facts }: TargetFacts,
): BytesWritten {
  if (!planWrites(steps)) return { kind: "none" };
  const costs: Costs = (cost) => rangeOf(steps, { ...cost, idling: () => 0, selfTesting: () => none }, facts.abilities);
  const bytesAt = (speed: number) =>
    costs({
      measuring: (specs) => addUp(specs.map((spec) => bytesWrittenOf(spec, facts, speed))),
      database: (step) => databaseBytes(step, speed),
    });
  const { least, most } = bytesAt(link ?? 0);
  const bytesLeast = Math.round(least);
  const expected = expectedBytes(costs, facts, link);
  if (link !== undefined) {
    const bytes = Math.round(most);
    return { kind: "atMost", bytes, bytesLeast, linkBytesPerSecond: link, ...(expected && { expected }) };
  }
  const writing = {
    measuring: (specs: readonly PointSpec[]) => longest(specs.map(writingSeconds)),
    database: (step: DatabaseStep) => ({ least: 0, most: databaseSeconds(step) }),
  };
  return { kind: "unknown", writingSeconds: costs(writing).most, bytesLeast, ...(expected && { expected }) };
}

type Costs = (cost: Omit<Cost, "idling" | "selfTesting">) => Range;

/** Undefined where nothing tells how fast the target writes what the plan writes. */
function expectedBytes(costs: Costs, facts: TargetFacts, link = Number.POSITIVE_INFINITY): ExpectedBytes | undefined {
  const { writes } = facts;
  if (writes === undefined) return undefined;
  const { sequential } = writes;
  const fastest = Math.min(link, sequential?.fastest ?? link);
  const sources = new Set<SpeedSource>();
  const use = (used: readonly SpeedSource[]) => {
    for (const source of used) sources.add(source);
  };
  const { least, most } = costs({
    measuring: (specs) => addUp(specs.map((spec) => expectedOf(spec, facts, { writes, link, use }))),
    database: (step) => {
      use(sequential === undefined ? [] : [sequential.source]);
      return databaseBytes(step, fastest);
    },
  });
  const basis = basisOf(sources);
  if (!Number.isFinite(most) || (basis === undefined && least < most)) return undefined;
  return { least: Math.round(least), most: Math.round(most), ...(basis && { basis }) };
}

/** Fewer operations at once may well be slower than any speed that is known. */
const saturatingDepth = 8;

interface Expecting {
  readonly writes: WriteSpeeds;
  readonly link: number;
  /** Notes where the speeds are from that an estimate depends on. */
  readonly use: (used: readonly SpeedSource[]) => void;
}

function expectedOf(spec: PointSpec, facts: TargetFacts, { writes, link, use }: Expecting): Range {
  const { slowest = 0, fastest = link, sources } = writeSpeedOf(spec, writes);
  const { most } = bytesWrittenOf(spec, facts, Math.min(fastest, link));
  if (spec.readPercent === 100 || bytesMoved(spec, facts) !== undefined) {
    return { least: bytesWrittenOf(spec, facts, 0).least, most };
  }
  use(sources);
  const floor = outstanding(spec) < saturatingDepth ? 0 : (slowest * (100 - spec.readPercent)) / 100;
  const least = Math.min(floor, openLoopBytesPerSecond(spec)) * shortestSeconds(spec);
  return { least: Math.min(least, most), most };
}

function outstanding({ depth }: PointSpec): number {
  return depth.kind === "total" ? depth.totalDepth : depth.queueDepth * depth.threads;
}

function shortestSeconds({ ending, rampSeconds }: PointSpec): number {
  if (ending.kind === "steadyState") return rampSeconds + ending.roundSeconds * ending.windowRounds;
  return rampSeconds + ending.durationSeconds;
}

/** Its rows at least, and as much more as the link carries in the time of its points. */
function databaseBytes(step: DatabaseStep, link: number): Range {
  const least = databaseBytesLeast(step);
  return { least, most: least + databaseSeconds(step) * link };
}

function addUp(ranges: readonly Range[]): Range {
  return ranges.reduce((a, b) => ({ least: a.least + b.least, most: a.most + b.most }));
}

/** Of points that are measured together. */
function longest(ranges: readonly Range[]): Range {
  return { least: 0, most: Math.max(...ranges.map(({ most }) => most)) };
}

function writingSeconds(spec: PointSpec): Range {
  return { least: 0, most: spec.readPercent < 100 ? pointSeconds(spec) : 0 };
}

/** A point that ends by what it moves writes its share of that; any other at most what the link and its rate allow. */
function bytesWrittenOf(spec: PointSpec, facts: TargetFacts, link: number): Range {
  const { readPercent, rampSeconds } = spec;
  if (readPercent === 100) return { least: 0, most: 0 };
  // Reads and writes have a direction of the link each; a mix is held to its ratio by the reads' direction.
  const share = readPercent <= 50 ? 1 : (100 - readPercent) / readPercent;
  const perSecond = Math.min(link * share, openLoopBytesPerSecond(spec));
  const inAllItsTime = pointSeconds(spec) * perSecond;
  const moved = bytesMoved(spec, facts);
  if (moved === undefined) return { least: 0, most: inAllItsTime };
  const written = (moved * (100 - readPercent)) / 100;
  return { least: written, most: Math.max(written, Math.min(written + rampSeconds * perSecond, inAllItsTime)) };
}

/** What an open loop writes per second if the drive keeps up. */
function openLoopBytesPerSecond(spec: PointSpec): number {
  if (spec.load.kind === "closed") return Number.POSITIVE_INFINITY;
  const meanBytes = blockSizes(spec).reduce((sum, { bytes, percent }) => sum + (bytes * percent) / 100, 0);
  return (spec.load.ratePerSecond * meanBytes * (100 - spec.readPercent)) / 100;
}

/** Share of the raw bits that carry data: 8b/10b up to 5 GT/s, 128b/130b to 32, 242 of 256 bytes of a flit from 64. */
function encodingShare(gigatransfers: number): number {
  if (gigatransfers <= 5) return 0.8;
  return gigatransfers < 64 ? 128 / 130 : 242 / 256;
}

/** Bytes per second of a PCIe link, one direction, from what sysfs says ("8.0 GT/s PCIe" and a width of 4). */
export function linkBytesPerSecond(linkSpeed: string | null, linkWidth: number | null): number | undefined {
  const gigatransfers = Number(/^(\d+(?:\.\d+)?) GT\/s/.exec(linkSpeed ?? "")?.[1]);
  if (!(gigatransfers > 0) || !linkWidth) return undefined;
  return Math.floor((gigatransfers * 1e9 * linkWidth * encodingShare(gigatransfers)) / 8);
}
