import type { IoDirection } from "@crosspoint/db";
import { countSeconds, readSecondsWithHistograms } from "@crosspoint/db/queries/second-histograms";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { readPointSpec } from "../stored/run.ts";
import { pointSecondsInput } from "./read-seconds.ts";
import { HeatBuilder, type LatencyHeat } from "./rules/latency-heat.ts";

export const pointHeatInput = pointSecondsInput;

/** An hour of one point; a longer one shows its first hour and says so. A second costs up to a millisecond to read. */
const secondsLimit = 3600;
/** Seconds that are read at once, after which others get their turn. */
const pageSeconds = 60;

export interface PointHeat {
  readonly directions: readonly (LatencyHeat & { readonly direction: IoDirection })[];
  /** How much of the time is warm-up. */
  readonly rampSeconds: number;
  readonly truncated: boolean;
  /** The histograms of its seconds are no longer kept. */
  readonly thinned: boolean;
}

/** How the latencies of one point moved over its time, by the histograms of its seconds. */
export async function readPointHeat(
  context: ServiceContext,
  { runId, sequence }: z.infer<typeof pointHeatInput>,
): Promise<PointHeat> {
  requireRight(context, "benchmark.view");
  const place = { runId, sequence };
  const { rampSeconds, arrivedSeconds } = await spanOf(context, place);
  const total = Math.min(arrivedSeconds, secondsLimit);
  const builders = new Map<IoDirection, HeatBuilder>();
  for (let from = 0; from < total; from += pageSeconds) {
    const page = { from, to: Math.min(from + pageSeconds, total), rampSeconds };
    for (const { direction, at, histogram } of await readSecondsWithHistograms(context.db, place, page)) {
      const builder = builders.get(direction) ?? new HeatBuilder(total);
      builders.set(direction, builder);
      builder.add({ at, histogram });
    }
  }
  return {
    directions: [...builders].map(([direction, builder]) => ({ direction, ...builder.finish() })),
    rampSeconds: Math.min(rampSeconds, total),
    truncated: arrivedSeconds > secondsLimit,
    thinned: builders.size === 0 && (await isThinned(context, runId)),
  };
}

async function isThinned({ db }: ServiceContext, runId: string): Promise<boolean> {
  return (await db.benchmarkRun.count({ where: { id: runId, secondsThinnedAt: { not: null } } })) > 0;
}

/** The measured seconds follow the warm-up as long as it was to be, whatever arrived of it. */
async function spanOf({ db }: ServiceContext, place: z.infer<typeof pointHeatInput>) {
  const { runId, sequence } = place;
  const point = await db.benchmarkPoint.findUnique({
    where: { runId_sequence: { runId, sequence } },
    select: { spec: true },
  });
  const rampSeconds = point === null ? 0 : Math.ceil(readPointSpec(point.spec).rampSeconds);
  const measured = await countSeconds(db, place, "measure");
  const arrivedSeconds = measured > 0 ? rampSeconds + measured : await countSeconds(db, place, "ramp");
  return { rampSeconds, arrivedSeconds };
}
