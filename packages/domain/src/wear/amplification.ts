import { type TooLittle, tooLittle } from "../analysis/result.ts";
import { DATA_UNIT_BYTES, type WriteAmplification, writeAmplification } from "./writes.ts";

/** What was written by hosts and to the medium, read at one time. */
export interface MediaPoint {
  readonly atMs: number;
  readonly bytesWritten: bigint;
  /** Data units of the health log. */
  readonly unitsWritten: bigint;
}

interface Window {
  readonly nowMs: number;
  readonly days: number;
  readonly capacityBytes: number;
}

const dayMs = 86_400_000;
/** Less of the window than this share does not stand for it. */
const COVERED_MIN = 0.5;
/** No medium takes more: a counter that grew faster was not one. */
const BYTES_PER_MS_MAX = 100e6;

/**
 * What reached the medium for each byte that hosts wrote, over the last days. `notReported`: the drive does not count, though it has the
 * field. @param points in order of their times.
 */
export function amplificationOver(
  points: readonly MediaPoint[],
  { nowMs, days, capacityBytes }: Window,
): WriteAmplification | { readonly kind: "notReported" } {
  const within = points.filter(({ atMs }) => atMs > nowMs - (days + 1) * dayMs && atMs <= nowMs);
  const sum = { coveredMs: 0, media: 0, host: 0 };
  for (const [index, point] of within.entries()) {
    const step = within[index - 1] && stepBetween(within[index - 1] as MediaPoint, point);
    if (step === undefined) continue;
    sum.coveredMs += step.ms;
    sum.media += step.media;
    sum.host += step.host;
  }
  const needed = days * COVERED_MIN;
  if (sum.coveredMs < needed * dayMs) return tooFew(needed, sum.coveredMs / dayMs);
  const found = writeAmplification(sum.host, sum.media, capacityBytes);
  return found.kind === "amplification" && sum.media === 0 ? { kind: "notReported" } : found;
}

function tooFew(needed: number, days: number): TooLittle {
  return tooLittle("days", needed, days);
}

/** Undefined where a counter was set back, or cannot be one. */
function stepBetween(before: MediaPoint, after: MediaPoint) {
  const [media, units] = [after.bytesWritten - before.bytesWritten, after.unitsWritten - before.unitsWritten];
  const ms = after.atMs - before.atMs;
  const host = Number(units) * DATA_UNIT_BYTES;
  const most = Math.max(Number(media), host);
  if (media < 0n || units < 0n || ms <= 0 || most > ms * BYTES_PER_MS_MAX) return undefined;
  return { ms, media: Number(media), host };
}
