import { describeWorkload } from "@crosspoint/domain";
import { type PlanPoint, planPoint } from "@crosspoint/protocol";
import { CatalogError, parseEntries, requireUnique } from "./catalog-error.ts";
import { type PlanEntry, planEntry, type SweepEntry } from "./schema/plans.ts";

/** A built-in benchmark plan, expanded to the points that an agent runs in order. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** No point writes: the plan may run on a drive that is in use. */
  readonly readsOnly: boolean;
  readonly points: readonly PlanPoint[];
}

const FILE = "plans.yaml";

/** Validates and expands the plans of data/plans.yaml. */
export function parsePlans(raw: unknown): Plan[] {
  const entries = parseEntries(FILE, planEntry, raw, (entry) => entry.id);
  requireUnique(
    FILE,
    entries.map((entry) => entry.id),
  );
  return entries.map(expandPlan);
}

/** Turns a plan's sweeps into points: every combination of the axes, the queue depth varying fastest. */
export function expandPlan(entry: PlanEntry): Plan {
  const points = entry.sweeps.flatMap(expandSweep);
  const wrong = points.map((point) => planPoint.safeParse(point)).find((result) => !result.success);
  if (wrong?.error !== undefined) throw new CatalogError(`${FILE}, ${entry.id}: ${wrong.error.message}`);
  requireUnique(
    `${FILE}, ${entry.id}`,
    points.map((point) => point.name),
  );
  return { id: entry.id, name: entry.name, description: entry.description, readsOnly: entry.reads_only, points };
}

/** Time that a plan takes on a drive, ramps included, in milliseconds. */
export function planDurationMs(plan: Pick<Plan, "points">): number {
  return plan.points.reduce((sum, point) => sum + point.durationMs + point.rampMs, 0);
}

function expandSweep(sweep: SweepEntry): PlanPoint[] {
  return sweep.block_bytes.flatMap((blockBytes) =>
    sweep.read_percent.flatMap((readPercent) =>
      sweep.threads.flatMap((threads) =>
        sweep.queue_depth.map((queueDepth) => {
          const workload = { pattern: sweep.pattern, readPercent, blockBytes, queueDepth, threads };
          const timing = { durationMs: sweep.duration_s * 1000, rampMs: sweep.ramp_s * 1000 };
          return { name: describeWorkload(workload), ...workload, ...timing, spanPercent: sweep.span_percent };
        }),
      ),
    ),
  );
}
