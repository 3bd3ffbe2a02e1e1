import type { z } from "zod";
import { fieldsOf } from "./field.ts";
import { metric } from "./steady-state.ts";
import { streamName, type streamsStep } from "./streams.ts";
import type { sweepStep } from "./sweep.ts";
import { blockBytes, pattern, queueDepth, readPercent, threads } from "./values.ts";

const names = {
  pattern: pattern.optional(),
  blockBytes: blockBytes.optional(),
  readPercent: readPercent.optional(),
  threads: threads.optional(),
  queueDepth: queueDepth.optional(),
};

/** A figure of one point of a body, which is known by fields of its sweep or stream. */
export const tracked = fieldsOf({ metric, stream: streamName.optional(), ...names });

type Tracked = z.infer<typeof tracked>;
type Named = Omit<Tracked, "metric" | "stream">;
type Load = z.infer<typeof sweepStep> | z.infer<typeof streamsStep>["streams"][number];
type BodyStep = z.infer<typeof sweepStep> | z.infer<typeof streamsStep> | { kind: "fill" } | { kind: "idle" };

/** Operations in flight of an open loop if not said otherwise. */
const openLoopDepth = 256;

/** How many points of a body a tracked figure names; counted from the axes, without making a point. */
export function namedPoints({ metric: _, stream, ...fields }: Tracked, body: readonly BodyStep[]): number {
  return body.reduce((sum, step) => sum + namedOf(step, stream, fields), 0);
}

function namedOf(step: BodyStep, stream: string | undefined, fields: Named): number {
  if (step.kind === "sweep") return stream === undefined ? combinations(step, fields) : 0;
  if (step.kind !== "streams") return 0;
  const streams = step.streams.filter(({ name }) => stream === undefined || name === stream);
  return streams.reduce((sum, each) => sum + combinations(each, fields), 0);
}

/** How many combinations of the axes of a load have these values. */
function combinations(load: Load, fields: Named): number {
  const values = { ...depthDefaults(load), ...load };
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined);
  const missing = wanted.some(([name]) => !(name in values));
  if (missing) return 0;
  const counts = Object.entries(values).map(([name, value]) => {
    const want = fields[name as keyof Named];
    const axis: readonly unknown[] = [value].flat();
    return want === undefined ? axis.length : axis.filter((each) => each === want).length;
  });
  return counts.reduce((product, count) => product * count, 1);
}

function depthDefaults({ totalDepth, ratePerSecond }: Load): Named {
  if (totalDepth !== undefined) return {};
  return { threads: 1, queueDepth: ratePerSecond === undefined ? 1 : openLoopDepth };
}
