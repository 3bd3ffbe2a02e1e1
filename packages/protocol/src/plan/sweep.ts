import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { blockMix } from "./block-mix.ts";
import { axis, choice, fieldsOf, whole } from "./field.ts";
import {
  blockBytes,
  bytes,
  data,
  distribution,
  durationSeconds,
  engine,
  fills,
  pace,
  pattern,
  queueDepth,
  rampSeconds,
  ratePerSecond,
  readPercent,
  spanPercent,
  threads,
  totalDepth,
} from "./values.ts";

const rounds = whole(2, protocolLimits.rounds);

/** Rounds are measured until the last of them no longer differ; the defaults are those of SNIA PTS. */
export const steadyState = fieldsOf({
  roundSeconds: durationSeconds.default(60),
  tracked: choice(["iops", "bandwidth", "meanLatency"]).default("iops"),
  windowRounds: rounds.default(5),
  excursionPercent: whole(0, 100).default(20),
  slopePercent: whole(0, 100).default(10),
  roundsMax: rounds.default(25),
});

/** Every combination of the axes, in the order in which they stand here; the last varies fastest. */
export const sweepStep = fieldsOf({
  kind: z.literal("sweep"),
  engine: axis(engine).optional(),
  pattern: axis(pattern),
  distribution: axis(distribution).optional(),
  data: axis(data).optional(),
  /** Unit of the offsets; `block`, the default, is each operation's own size. */
  alignBytes: axis(z.union([blockBytes, z.literal("block")])).optional(),
  blockBytes: axis(blockBytes).optional(),
  blockMix: axis(blockMix).optional(),
  readPercent: axis(readPercent),
  threads: axis(threads).optional(),
  queueDepth: axis(queueDepth).optional(),
  threadsMax: axis(threads).optional(),
  totalDepth: axis(totalDepth).optional(),
  ratePerSecond: axis(ratePerSecond).optional(),
  pace: pace.optional(),
  spanPercent: spanPercent.optional(),
  rampSeconds: rampSeconds.optional(),
  durationSeconds: durationSeconds.optional(),
  fills: fills.optional(),
  bytes: bytes.optional(),
  steadyState: steadyState.optional(),
}).check(({ value: sweep, issues }) => {
  for (const { field, message } of contradictions(sweep)) {
    issues.push({ code: "custom", input: sweep, path: field === undefined ? [] : [field], message });
  }
});

/** How many points a sweep has, or more than any plan may have. Only axes can be lists. */
export function countSweepPoints(sweep: z.infer<typeof sweepStep>): number {
  const lists = Object.values(sweep).filter((value) => Array.isArray(value));
  return lists.reduce((product, { length }) => product * length, 1);
}

/** Whether any point of a sweep may write. */
export function sweepWrites(sweep: z.infer<typeof sweepStep>): boolean {
  return [sweep.readPercent].flat().some((percent) => percent < 100);
}

interface Contradiction {
  readonly field?: string;
  readonly message: string;
}

type Sweep = z.infer<typeof sweepStep>;

/** What the fields of a sweep say against one another. */
function contradictions(sweep: Sweep): Contradiction[] {
  return [
    ...blockContradictions(sweep),
    ...depthContradictions(sweep),
    ...endingContradictions(sweep),
    ...(countSweepPoints(sweep) > protocolLimits.pointsPerRun
      ? [{ message: `its axes multiply to more than ${protocolLimits.pointsPerRun} points` }]
      : []),
  ];
}

function blockContradictions(sweep: Sweep): Contradiction[] {
  const given = sweep.blockBytes !== undefined;
  return given === (sweep.blockMix !== undefined) ? [{ message: "expected either blockBytes or blockMix" }] : [];
}

function depthContradictions(sweep: Sweep): Contradiction[] {
  const total = sweep.totalDepth !== undefined;
  const perThread = (["queueDepth", "threads"] as const).find((field) => sweep[field] !== undefined);
  const found: Contradiction[] = [];
  if (total && perThread !== undefined) {
    found.push({ field: perThread, message: "totalDepth goes with threadsMax, not with queueDepth and threads" });
  }
  if (!total && sweep.threadsMax !== undefined) {
    found.push({
      field: "threadsMax",
      message: "threadsMax goes with totalDepth; queueDepth is that of each of threads",
    });
  }
  if (sweep.pace !== undefined && sweep.ratePerSecond === undefined) {
    found.push({ field: "pace", message: "only an open loop has a pace: give a ratePerSecond too" });
  }
  return found;
}

function endingContradictions(sweep: Sweep): Contradiction[] {
  const endings = [sweep.fills, sweep.bytes, sweep.steadyState].filter((ending) => ending !== undefined);
  if (endings.length > 1) return [{ message: "only one of fills, bytes and steadyState can end a point" }];
  if (endings.length === 0 && sweep.durationSeconds === undefined) {
    return [{ message: "nothing ends a point: give durationSeconds, fills, bytes or steadyState" }];
  }
  if (sweep.steadyState === undefined) return [];
  const { windowRounds, roundsMax } = sweep.steadyState;
  const message =
    sweep.durationSeconds !== undefined
      ? "its rounds say how long it takes: leave durationSeconds out"
      : "roundsMax is below windowRounds: there would never be enough rounds to judge";
  const wrong = sweep.durationSeconds !== undefined || roundsMax < windowRounds;
  return wrong ? [{ field: "steadyState", message }] : [];
}
