import type { Database, Transaction } from "../client.ts";
import type { IoDirection } from "../generated/client/client.ts";
import type { PointPlace } from "./streamed-seconds.ts";

/** Seconds of a phase of a point up to the last that arrived; 0 where none did. */
export async function countSeconds(
  db: Database | Transaction,
  { runId, sequence }: PointPlace,
  phase: "ramp" | "measure",
): Promise<number> {
  const last = await db.pointSecond.findFirst({
    where: { runId, pointSequence: sequence, ramp: phase === "ramp" },
    orderBy: { second: "desc" },
    select: { second: true },
  });
  return last === null ? 0 : last.second + 1;
}

export interface SecondHistogram {
  readonly direction: IoDirection;
  /** From the beginning of the point, its ramp included. */
  readonly at: number;
  /** HdrHistogram V2, deflated; undefined where nothing completed. */
  readonly histogram: Uint8Array | undefined;
}

interface Page {
  /** From this second of the point up to, not including, the other. */
  readonly from: number;
  readonly to: number;
  readonly rampSeconds: number;
}

/** The histograms of some seconds of a point, in the order in which they were measured. */
export async function readSecondsWithHistograms(
  db: Database | Transaction,
  { runId, sequence }: PointPlace,
  { from, to, rampSeconds }: Page,
): Promise<SecondHistogram[]> {
  const point = { runId, pointSequence: sequence };
  const ramp = { ...point, ramp: true, second: { gte: from, lt: Math.min(to, rampSeconds) } };
  const measured = { ...point, ramp: false, second: { gte: from - rampSeconds, lt: to - rampSeconds } };
  const rows = await db.pointSecond.findMany({
    // A second without its histogram tells nothing here: it is a gap.
    where: { OR: [ramp, measured], histogram: { not: null } },
    orderBy: [{ ramp: "desc" }, { second: "asc" }, { direction: "asc" }],
    select: { ramp: true, second: true, direction: true, operations: true, histogram: true },
    take: 2 * (to - from),
  });
  return rows.map(({ ramp: isRamp, second, direction, operations, histogram }) => ({
    direction,
    at: isRamp ? second : rampSeconds + second,
    histogram: operations > 0n && histogram !== null ? histogram : undefined,
  }));
}
