import { z } from "zod";
import { protocolLimits } from "./limits.ts";
import { blockMix } from "./plan/block-mix.ts";
import { contradicts, whole } from "./plan/field.ts";
import { driveSettings } from "./plan/set.ts";
import { slices } from "./plan/slices.ts";
import { steadyState } from "./plan/steady-state.ts";
import { streamName } from "./plan/streams.ts";
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
} from "./plan/values.ts";

/** Outstanding operations: so many in each thread, or so many in all, split over threads. */
export const pointDepth = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("perThread"), queueDepth, threads }).meta({ id: "DepthPerThread" }),
    z.object({ kind: z.literal("total"), totalDepth, threadsMax: threads }).meta({ id: "DepthTotal" }),
  ])
  .meta({ id: "PointDepth" });

/** When operations start: as soon as another one came back, or at a rate that does not wait for the target. */
export const pointLoad = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("closed") }).meta({ id: "ClosedLoad" }),
    z.object({ kind: z.literal("open"), ratePerSecond, pace }).meta({ id: "OpenLoad" }),
  ])
  .meta({ id: "PointLoad" });

/** What ends a point; `durationSeconds` of `fills` and `bytes` is their limit. */
export const pointEnding = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("duration"), durationSeconds }).meta({ id: "DurationEnding" }),
    z.object({ kind: z.literal("fills"), fills, durationSeconds }).meta({ id: "FillsEnding" }),
    z.object({ kind: z.literal("bytes"), bytes, durationSeconds }).meta({ id: "BytesEnding" }),
    z
      .object({
        kind: z.literal("steadyState"),
        roundSeconds: steadyState.shape.roundSeconds.unwrap(),
        tracked: steadyState.shape.tracked.unwrap(),
        windowRounds: steadyState.shape.windowRounds.unwrap(),
        excursionPercent: steadyState.shape.excursionPercent.unwrap(),
        slopePercent: steadyState.shape.slopePercent.unwrap(),
        roundsMax: steadyState.shape.roundsMax.unwrap(),
        /** Said with the result, of which it is a part: whether the last rounds were steady. */
        reached: z.boolean().optional(),
      })
      .meta({ id: "SteadyStateEnding" }),
  ])
  .meta({ id: "PointEnding" });

interface Blocks {
  readonly blockBytes?: number | undefined;
  readonly blockMix?: string | undefined;
}

const oneSize = contradicts(({ blockBytes: size, blockMix: mix }: Blocks) =>
  (size === undefined) === (mix === undefined)
    ? [{ path: ["blockBytes"], message: "expected either blockBytes or blockMix" }]
    : [],
);

/** What is asked of one load: of a point, or of one of several that run at once. */
const loadShape = {
  distribution,
  data,
  /** Unit of the offsets; absent: each operation's own size. */
  alignBytes: blockBytes.optional(),
  /** One size; absent where there is a mix. */
  blockBytes: blockBytes.optional(),
  blockMix: blockMix.optional(),
  readPercent,
  depth: pointDepth,
  load: pointLoad,
  spanPercent,
};

/** Another load that runs beside a point, with its defaults written out. */
const streamSpec = z
  .object({ name: streamName, pattern, ...loadShape })
  .check(oneSize)
  .meta({ id: "StreamSpec" });

/** Everything that was asked of one point, its defaults written out. What it is called is written when it is read. */
export const pointSpec = z
  .object({
    engine,
    /** `sprandom` is the order of a fill alone. */
    pattern: z.enum(["random", "sequential", "sprandom"]),
    ...loadShape,
    rampSeconds,
    ending: pointEnding,
    /** What earlier steps of the run made of the target, in order; empty: as it was found. */
    precondition: z
      .array(z.string().regex(/^[a-z][A-Za-z0-9.:]{0,63}$/, "must be a word such as purge or fill:sequential:2"))
      .max(protocolLimits.preconditionSteps),
    /** Preconditioning is measured and shown, but never compared; absent: a measurement. */
    purpose: z.enum(["measure", "precondition"]).optional(),
    /** Settings of the drive that the plan changed, as they are at this point. */
    settings: z.object(driveSettings).meta({ id: "PointSettings" }).optional(),
    /** Which of several loads at once this point is; the others are `beside`, in the order of their names. */
    stream: streamName.optional(),
    beside: z
      .array(streamSpec)
      .max(protocolLimits.streamsPerPoint - 1)
      .optional(),
    slices: z.object(slices.shape).meta({ id: "SliceSpec" }).optional(),
    /** Of a fill by sprandom: the over-provisioning that it assumes. */
    overProvisioningPercent: whole(1, 99).optional(),
  })
  .check(oneSize)
  .meta({ id: "PointSpec" });
