import { blockSizes } from "./block-mix.ts";
import type { PointSpec } from "./point-spec.ts";

/** From the slowest to the fastest that is to be expected, in bytes per second. */
export interface Speeds {
  readonly slowest: number;
  readonly fastest: number;
}

/** How fast a target writes, as far as anything tells. */
export interface WriteSpeeds {
  readonly sequential?: Speeds | undefined;
  /** Of 4 KiB blocks, many at once. */
  readonly random4k?: Speeds | undefined;
  /** Where the figures are from: runs of the very drive, the spec sheet of its model, or one for each. */
  readonly basis: "ownRuns" | "rated" | "both";
}

const randomBlockBytes = 4096;

/** How fast a point writes if it does nothing else; a part is absent where nothing tells. */
export function writeSpeedOf(spec: PointSpec, { sequential, random4k }: WriteSpeeds): Partial<Speeds> {
  if (spec.pattern === "sequential") return sequential ?? {};
  const slowest = random4k && random4k.slowest * Math.min(1, meanBlockBytes(spec) / randomBlockBytes);
  // A drive that is not full yet writes at random as fast as in order.
  const fastest = sequential?.fastest;
  return { ...(slowest === undefined ? {} : { slowest }), ...(fastest === undefined ? {} : { fastest }) };
}

/** What the drive itself showed, and for the rest what its model is rated for. */
export function joinWriteSpeeds(
  own: Omit<WriteSpeeds, "basis">,
  rated: Omit<WriteSpeeds, "basis">,
): WriteSpeeds | undefined {
  const kinds = ["sequential", "random4k"] as const;
  const isOwn = kinds.some((kind) => own[kind] !== undefined);
  const isRated = kinds.some((kind) => own[kind] === undefined && rated[kind] !== undefined);
  if (!isOwn && !isRated) return undefined;
  return {
    sequential: own.sequential ?? rated.sequential,
    random4k: own.random4k ?? rated.random4k,
    basis: isOwn && isRated ? "both" : isOwn ? "ownRuns" : "rated",
  };
}

function meanBlockBytes(spec: PointSpec): number {
  return blockSizes(spec).reduce((sum, { bytes, percent }) => sum + (bytes * percent) / 100, 0);
}
