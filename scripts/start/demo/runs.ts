import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServiceContext } from "@crosspoint/services";
import { forgetRecordedRuns, recordRun } from "@crosspoint/services/simulation/record-run";
import { StartError } from "../../steps/remedy.ts";
import { makeItAgain } from "./fleetsim.ts";

const dayMs = 86_400_000;
const drivesLimit = 4096;
/** A P4800X, a P3700 and a 9100: models with published figures to be compared with. */
export const weeklyModels = ["INTEL SSDPED1K375GA", "INTEL SSDPEDMD400G4", "Micron_9100_MTFDHAX2T4MCF"];
/**
 * What was run, how many days ago, and on how many drives of each model: on one of some models a check each week, and the newest on as
 * many of every model as it takes to say what is usual. Of two runs on a drive the first is over before the second is on record.
 */
const measured: readonly { planId: string; daysAgo: number; drives: number; models?: readonly string[] }[] = [
  ...[52, 45, 38, 31, 24].map((daysAgo) => ({ planId: "quick-check", daysAgo, drives: 1, models: weeklyModels })),
  { planId: "optane-comparison", daysAgo: 20, drives: 1 },
  ...[17, 10].map((daysAgo) => ({ planId: "quick-check", daysAgo, drives: 1, models: weeklyModels })),
  { planId: "quick-check", daysAgo: 3, drives: 5 },
];

/** Benchmarks of the past: two plans on some drives of every model, and of some models week by week; those of a start that was killed anew. */
export async function measureRuns(
  context: ServiceContext,
  { program, to, days }: { program: string; to: readonly string[]; days: number },
): Promise<void> {
  await forgetRecordedRuns(context);
  const byModel = await drivesToMeasure(context);
  for (const { planId, daysAgo, drives, models } of measured.filter(({ daysAgo }) => daysAgo < days)) {
    const orders = [];
    const chosen = [...byModel].flatMap(([model, ofModel]) =>
      models === undefined || models.includes(model) ? ofModel.slice(0, drives) : [],
    );
    for (const [index, { id: driveId }] of chosen.entries()) {
      // An hour apart, as somebody would have done it.
      const startedAt = new Date(context.now.getTime() - daysAgo * dayMs + index * 3_600_000);
      orders.push(await recordRun(context, { driveId, planId, startedAt }));
    }
    await measure(program, to, orders.map((order) => `${JSON.stringify(order)}\n`).join(""));
  }
}

/** Of each model, those that never moved and of which their hosts told nothing wrong; before its first sample every drive had something. */
async function drivesToMeasure({ db }: ServiceContext): Promise<ReadonlyMap<string, { readonly id: string }[]>> {
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
  return Map.groupBy(drives, ({ model }) => model);
}

async function measure(program: string, to: readonly string[], orders: string): Promise<void> {
  const child = spawn(program, ["measure", ...to], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(child, "close");
  child.stdin.end(orders);
  const [code] = await ended;
  if (code !== 0) throw new StartError("fleetsim measure failed.", makeItAgain);
}
