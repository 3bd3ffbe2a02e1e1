import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { blockMix } from "./block-mix.ts";
import { axis, type Contradiction, contradicts, fieldsOf } from "./field.ts";
import { loadContradictions } from "./load.ts";
import { sliceContradictions, slices } from "./slices.ts";
import { steadyState, tooFewRounds } from "./steady-state.ts";
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

const described = {
  engine: "How operations reach the target: io_uring, passthrough, sync or null, each with +poll and +sqpoll.",
  distribution: "Which places are used how often: uniform, zipf:1.1, hotspot:90/10.",
  data: "What is written: incompressible, compressible:2, verified.",
  alignBytes: "Unit of the offsets in bytes; block, the default, is each operation's own size.",
  blockMix: "Sizes with the percentage of operations that have each: 512:10,4k:60,64k:30. Instead of blockBytes.",
  readPercent: "Share of reads; the rest are writes.",
  queueDepth: "Operations that each thread keeps outstanding; 1 by default, 256 in an open loop.",
  totalDepth: "Operations outstanding in all, split over at most threadsMax threads.",
  ratePerSecond: "Operations per second in an open loop; without it the loop is closed.",
  spanPercent: "Share of the target that is used, from its start.",
  rampSeconds: "Warm-up in seconds, excluded from the results.",
  durationSeconds: "Measured time in seconds; with fills or bytes, the longest.",
  fills: "A point ends when it has gone through its span so many times.",
  bytes: "A point ends when it has moved so many bytes.",
};

const sweep = fieldsOf({
  kind: z.literal("sweep"),
  engine: axis(engine).optional().describe(described.engine),
  pattern: axis(pattern),
  distribution: axis(distribution).optional().describe(described.distribution),
  data: axis(data).optional().describe(described.data),
  alignBytes: axis(z.union([blockBytes, z.literal("block")]))
    .optional()
    .describe(described.alignBytes),
  blockBytes: axis(blockBytes).optional(),
  blockMix: axis(blockMix).optional().describe(described.blockMix),
  readPercent: axis(readPercent).describe(described.readPercent),
  threads: axis(threads).optional(),
  queueDepth: axis(queueDepth).optional().describe(described.queueDepth),
  threadsMax: axis(threads).optional(),
  totalDepth: axis(totalDepth).optional().describe(described.totalDepth),
  ratePerSecond: axis(ratePerSecond).optional().describe(described.ratePerSecond),
  pace: pace.optional(),
  spanPercent: spanPercent.optional().describe(described.spanPercent),
  rampSeconds: rampSeconds.optional().describe(described.rampSeconds),
  durationSeconds: durationSeconds.optional().describe(described.durationSeconds),
  fills: fills.optional().describe(described.fills),
  bytes: bytes.optional().describe(described.bytes),
  steadyState: steadyState.optional(),
  slices: slices.optional(),
});

type Sweep = z.infer<typeof sweep>;

/** Every combination of the axes, in the order in which they stand here; the last varies fastest. */
export const sweepStep = sweep
  .check(contradicts(sweepContradictions))
  .describe("One point for each combination of the axes: a value or a list of values each.");

/** How many points a sweep has. Only axes can be lists. */
export function countSweepPoints(step: Sweep): number {
  const lists = Object.values(step).filter((value) => Array.isArray(value));
  return lists.reduce((product, { length }) => product * length, 1);
}

/** Whether any point of a sweep may write. */
export function sweepWrites(step: Sweep): boolean {
  return [step.readPercent].flat().some((percent) => percent < 100);
}

/** What the fields of a sweep say against one another. */
function sweepContradictions(step: Sweep): Contradiction[] {
  const tooMany = countSweepPoints(step) > protocolLimits.pointsPerRun;
  const message = `its axes multiply to more than ${protocolLimits.pointsPerRun} points`;
  return [
    ...loadContradictions(step),
    ...endingContradictions(step),
    ...sliceContradictions(step.slices?.seconds, longestSeconds(step)),
    ...(tooMany ? [{ path: [], message }] : []),
  ];
}

function endingContradictions(step: Sweep): Contradiction[] {
  const endings = [step.fills, step.bytes, step.steadyState].filter((ending) => ending !== undefined);
  if (endings.length > 1) return [{ path: [], message: "only one of fills, bytes and steadyState can end a point" }];
  if (endings.length === 0 && step.durationSeconds === undefined) {
    return [{ path: [], message: "nothing ends a point: give durationSeconds, fills, bytes or steadyState" }];
  }
  if (step.steadyState === undefined) return [];
  if (step.durationSeconds === undefined) return tooFewRounds(step.steadyState, ["steadyState"]);
  return [{ path: ["steadyState"], message: "its rounds say how long it takes: leave durationSeconds out" }];
}

/** Longest measured time of a point. */
function longestSeconds({ durationSeconds, steadyState }: Sweep): number {
  if (steadyState !== undefined) return steadyState.roundSeconds * steadyState.roundsMax;
  return durationSeconds ?? protocolLimits.pointSeconds;
}
