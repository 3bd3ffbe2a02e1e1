import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { blockMix } from "./block-mix.ts";
import { type Contradiction, contradicts, fieldsOf, listOf, notText, repeated } from "./field.ts";
import { loadContradictions } from "./load.ts";
import { sliceContradictions, slices } from "./slices.ts";
import {
  blockBytes,
  data,
  distribution,
  durationSeconds,
  engine,
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

/** What a stream is called, in results and in criteria. */
export const streamName = z.string({ error: notText }).regex(/^[a-z][a-zA-Z0-9-]{0,31}$/, {
  error: "expected a name of up to 32 letters, digits and hyphens that starts with a small letter",
});

/** One of several loads at once: as a sweep of one point says it. */
const stream = fieldsOf({
  name: streamName,
  pattern,
  distribution: distribution.optional(),
  data: data.optional(),
  alignBytes: z.union([blockBytes, z.literal("block")]).optional(),
  blockBytes: blockBytes.optional(),
  blockMix: blockMix.optional(),
  readPercent,
  threads: threads.optional(),
  queueDepth: queueDepth.optional(),
  threadsMax: threads.optional(),
  totalDepth: totalDepth.optional(),
  ratePerSecond: ratePerSecond.optional(),
  pace: pace.optional(),
  spanPercent: spanPercent.optional(),
});

const streams = fieldsOf({
  kind: z.literal("streams"),
  engine: engine.optional(),
  rampSeconds: rampSeconds.optional(),
  durationSeconds,
  slices: slices.optional(),
  streams: listOf(stream.check(contradicts(loadContradictions)), protocolLimits.streamsPerPoint, 2),
});

type Streams = z.infer<typeof streams>;

/** Several loads at once: a point of each, measured together. */
export const streamsStep = streams
  .check(contradicts(streamsContradictions))
  .describe("Several loads at once: one point for each, measured together.");

const unverifiable = "verified data needs a single stream: another one could overwrite it";

function streamsContradictions({ durationSeconds, slices, streams: list }: Streams): Contradiction[] {
  const twice = repeated(list.map(({ name }) => name));
  return [
    ...(twice === undefined ? [] : [{ path: ["streams", twice, "name"], message: "the name is there twice" }]),
    ...list.flatMap(({ data: written, readPercent: percent }, index) =>
      written === "verified" && percent < 100 ? [{ path: ["streams", index, "data"], message: unverifiable }] : [],
    ),
    ...sliceContradictions(slices?.seconds, durationSeconds),
  ];
}

/** Whether any of the streams may write. */
export function streamsWrite({ streams: list }: Streams): boolean {
  return list.some(({ readPercent: percent }) => percent < 100);
}
