import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServiceContext } from "@crosspoint/services";
import { recordRun } from "@crosspoint/services/simulation/record-run";
import { StartError } from "../../steps/remedy.ts";

const dayMs = 86_400_000;
const drivesLimit = 4096;
/** Of each model. */
const drivesMeasured = 2;
/** What was run, and how many days ago; of two runs on a drive the first is over before the second is on record. */
const measured = [
  { planId: "optane-comparison", daysAgo: 20 },
  { planId: "quick-check", daysAgo: 3 },
] as const;

/** Benchmarks of the past: two plans on some drives of every model. */
export async function measureRuns(
  context: ServiceContext,
  { program, to }: { program: string; to: readonly string[] },
): Promise<void> {
  const driveIds = await drivesToMeasure(context);
  for (const { planId, daysAgo } of measured) {
    const orders = [];
    for (const [index, driveId] of driveIds.entries()) {
      // An hour apart, as somebody would have done it.
      const startedAt = new Date(context.now.getTime() - daysAgo * dayMs + index * 3_600_000);
      orders.push(await recordRun(context, { driveId, planId, startedAt }));
    }
    await measure(program, to, orders.map((order) => `${JSON.stringify(order)}\n`).join(""));
  }
}

/** The first of each model that never moved and have nothing wrong with them now; before its first sample every drive had. */
async function drivesToMeasure({ db }: ServiceContext): Promise<string[]> {
  const drives = await db.drive.findMany({
    where: {
      sightings: { every: { endedAt: null }, some: { host: { simulated: true } } },
      conditions: { none: { endedAt: null } },
      runs: { none: {} },
    },
    orderBy: { serial: "asc" },
    select: { id: true, model: true },
    take: drivesLimit,
  });
  const byModel = Map.groupBy(drives, ({ model }) => model);
  return [...byModel.values()].flatMap((ofModel) => ofModel.slice(0, drivesMeasured).map(({ id }) => id));
}

async function measure(program: string, to: readonly string[], orders: string): Promise<void> {
  const child = spawn(program, ["measure", ...to], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(child, "close");
  child.stdin.end(orders);
  const [code] = await ended;
  if (code !== 0) throw new StartError("fleetsim measure failed.", "Remove .data/demo and start the demo again.");
}
