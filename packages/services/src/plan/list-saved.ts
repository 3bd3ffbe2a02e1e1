import type { PlanTemplate } from "@crosspoint/protocol";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type PlanFigures, planFigures } from "./rules/plan-figures.ts";
import { savedPlansLimit } from "./rules/saved-version.ts";

/** Schedules of one plan that are named. */
const schedulesLimit = 20;

export interface SavedPlanSummary extends PlanFigures {
  readonly id: string;
  readonly name: string;
  readonly latestVersion: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Of the latest version. */
  readonly savedBy: string;
  readonly savedAt: Date;
  readonly note: string;
  readonly planHash: string;
  readonly description: string | undefined;
  /** Those that need one of its versions. */
  readonly schedules: readonly { readonly id: string; readonly name: string }[];
}

/** The plans that people keep, by name, each as its latest version is. */
export async function listSavedPlans(context: ServiceContext): Promise<SavedPlanSummary[]> {
  requireRight(context, "catalog.view");
  const plans = await context.db.savedPlan.findMany({
    include: { versions: { orderBy: { version: "desc" }, take: 1 } },
    orderBy: { name: "asc" },
    take: savedPlansLimit,
  });
  const schedules = await schedulesByPlan(context);
  return plans.flatMap(({ versions, id, name, latestVersion, createdBy, createdAt }) =>
    versions.map(({ document, savedBy, savedAt, note, planHash }) => {
      const plan = document as unknown as PlanTemplate;
      const latest = { savedBy, savedAt, note, planHash, description: plan.description, ...planFigures(plan) };
      return { id, name, latestVersion, createdBy, createdAt, ...latest, schedules: schedules.get(id) ?? [] };
    }),
  );
}

async function schedulesByPlan({ db }: ServiceContext): Promise<Map<string, SavedPlanSummary["schedules"]>> {
  const rows = await db.benchmarkSchedule.findMany({
    where: { savedPlanId: { not: null } },
    select: { id: true, name: true, savedPlanId: true },
    orderBy: { name: "asc" },
    take: savedPlansLimit * schedulesLimit,
  });
  const byPlan = Map.groupBy(rows, ({ savedPlanId }) => savedPlanId ?? "");
  return new Map(
    [...byPlan].map(([planId, group]) => [
      planId,
      group.slice(0, schedulesLimit).map(({ id, name }) => ({ id, name })),
    ]),
  );
}
