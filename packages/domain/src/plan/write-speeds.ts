import { blockSizes } from "./block-mix.ts";
import type { PointSpec } from "./point-spec.ts";

/** Where a speed is from: runs of the very target, or the spec sheets of the models that it is made of. */
export type SpeedSource = "ownRuns" | "rated";

/** From the slowest to the fastest that is to be expected, in bytes per second. */
export interface Speeds {
  readonly slowest: number;
  readonly fastest: number;
}

export interface SourcedSpeeds extends Speeds {
  readonly source: SpeedSource;
}

/** How fast a target writes, as far as anything tells. */
export interface WriteSpeeds<Of extends Speeds = SourcedSpeeds> {
  readonly sequential?: Of | undefined;
  /** Of 4 KiB blocks, many at once. */
  readonly random4k?: Of | undefined;
}

/** By what an estimate was made, if by any speed. */
export type SpeedBasis = SpeedSource | "both";

const randomBlockBytes = 4096;

export interface ExpectedSpeed extends Partial<Speeds> {
  readonly sources: readonly SpeedSource[];
}

/** How fast a point writes if it does nothing else; a part is absent where nothing tells. */
export function writeSpeedOf(spec: PointSpec, { sequential, random4k }: WriteSpeeds): ExpectedSpeed {
  if (spec.pattern === "sequential") {
    return sequential === undefined ? { sources: [] } : { ...limits(sequential), sources: [sequential.source] };
  }
  // A drive that is not full yet writes at random as fast as in order.
  return {
    ...(random4k && { slowest: random4k.slowest * Math.min(1, meanBlockBytes(spec) / randomBlockBytes) }),
    ...(sequential && { fastest: sequential.fastest }),
    sources: [random4k, sequential].flatMap((each) => each?.source ?? []),
  };
}

function limits({ slowest, fastest }: Speeds): Speeds {
  return { slowest, fastest };
}

/** What the target itself showed, and for the rest what is rated; undefined where nothing tells. */
export function joinWriteSpeeds(own: WriteSpeeds<Speeds>, rated: WriteSpeeds<Speeds>): WriteSpeeds | undefined {
  const of = (kind: keyof WriteSpeeds): SourcedSpeeds | undefined => {
    const [shown, promised] = [own[kind], rated[kind]];
    if (shown !== undefined) return { ...shown, source: "ownRuns" };
    return promised && { ...promised, source: "rated" };
  };
  const [sequential, random4k] = [of("sequential"), of("random4k")];
  return sequential === undefined && random4k === undefined ? undefined : { sequential, random4k };
}

/** What the sources of all used speeds come to. */
export function basisOf(sources: Iterable<SpeedSource>): SpeedBasis | undefined {
  const [first, ...others] = new Set(sources);
  return others.length > 0 ? "both" : first;
}

function meanBlockBytes(spec: PointSpec): number {
  return blockSizes(spec).reduce((sum, { bytes, percent }) => sum + (bytes * percent) / 100, 0);
}
