import { pointSeconds } from "./estimate.ts";
import type { PlannedPoint } from "./point-spec.ts";

/** What a plan may write, before anyone knows how fast the drive is. */
export type BytesWritten =
  | { readonly kind: "none" }
  /** The link cannot carry more in the plan's time. */
  | { readonly kind: "atMost"; readonly bytes: number; readonly linkBytesPerSecond: number }
  /** No link speed is known (a scratch file, a fabric): only the time is. */
  | { readonly kind: "unknown"; readonly writingSeconds: number };

/** Upper bound of the bytes that points write over a link of this speed. Warm-ups write too, and a mix writes its share. */
export function estimateBytesWritten(
  points: readonly Pick<PlannedPoint, "spec">[],
  linkBytesPerSecond: number | undefined,
): BytesWritten {
  const writing = points.map(({ spec }) => spec).filter(({ readPercent }) => readPercent < 100);
  if (writing.length === 0) return { kind: "none" };
  if (linkBytesPerSecond === undefined) {
    return { kind: "unknown", writingSeconds: writing.reduce((sum, spec) => sum + pointSeconds(spec), 0) };
  }
  // Reads and writes have a direction of the link each; a mix is held to its ratio by the reads' direction.
  const bytes = writing.reduce((sum, spec) => {
    const share = spec.readPercent <= 50 ? 1 : (100 - spec.readPercent) / spec.readPercent;
    return sum + pointSeconds(spec) * linkBytesPerSecond * share;
  }, 0);
  return { kind: "atMost", bytes: Math.round(bytes), linkBytesPerSecond };
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
