import type { LoadSpec, PointSpec, StreamSpec } from "./point-spec.ts";
import type { Stream, StreamsStep } from "./steps.ts";
import { expandSweep } from "./sweep.ts";

/** The specification of a point for each stream, in the order of the plan; each names the others beside it. */
export function expandStreams(step: StreamsStep): PointSpec[] {
  const specs = step.streams.map((stream) => specOf(step, stream));
  return specs.map((spec) => {
    const others = specs.filter((other) => other !== spec).map(besideOf);
    const beside = others.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { ...spec, beside };
  });
}

/** A stream by itself: a sweep of one point. */
function specOf({ engine, rampSeconds, durationSeconds, slices }: StreamsStep, { name, ...load }: Stream) {
  const [spec] = expandSweep({ kind: "sweep", engine, rampSeconds, durationSeconds, slices, ...load });
  if (spec === undefined) throw new RangeError("a stream has no axis, and so one point");
  return { ...spec, stream: name };
}

function besideOf(spec: PointSpec & { readonly stream: string }): StreamSpec {
  // A stream's pattern is never that of a fill.
  const pattern = spec.pattern === "sequential" ? "sequential" : "random";
  return { name: spec.stream, pattern, ...loadOf(spec) };
}

function loadOf({ distribution, data, alignBytes, blockBytes, blockMix, readPercent, ...rest }: PointSpec): LoadSpec {
  return {
    distribution,
    data,
    ...(alignBytes === undefined ? {} : { alignBytes }),
    ...(blockBytes === undefined ? {} : { blockBytes }),
    ...(blockMix === undefined ? {} : { blockMix }),
    readPercent,
    depth: rest.depth,
    load: rest.load,
    spanPercent: rest.spanPercent,
  };
}
