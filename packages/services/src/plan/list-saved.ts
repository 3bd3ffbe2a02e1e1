import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { savedPlansLimit } from "./rules/saved-version.ts";

export interface SavedPlanSummary {
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
  readonly readsOnly: boolean;
  readonly description: string | undefined;
  readonly points: number;
  /** At most. */
  readonly durationMs: number;
}

/** The plans that people keep, by name, each as its latest version is. */
export async function listSavedPlans(context: ServiceContext): Promise<SavedPlanSummary[]> {
  requireRight(context, "catalog.view");
  const plans = await context.db.savedPlan.findMany({
    include: { versions: { orderBy: { version: "desc" }, take: 1 } },
    orderBy: { name: "asc" },
    take: savedPlansLimit,
  });
  return plans.flatMap(({ versions, id, name, latestVersion, createdBy, createdAt }) =>
    versions.map(({ document, savedBy, savedAt, note, planHash, pointsPlanned, plannedSeconds }) => {
      const { readsOnly, description } = document as { readsOnly: boolean; description?: string };
      const figures = { points: pointsPlanned, durationMs: plannedSeconds * 1000 };
      const latest = { savedBy, savedAt, note, planHash, readsOnly, description, ...figures };
      return { id, name, latestVersion, createdBy, createdAt, ...latest };
    }),
  );
}
