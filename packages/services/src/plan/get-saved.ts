import type { PlanTemplate } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { loadVersion } from "./rules/load-plan.ts";

export const getSavedPlanInput = z.object({
  savedPlanId: z.uuid(),
  /** Without it the latest. */
  version: z.int().min(1).max(1_000_000).optional(),
});

/** Most versions that are listed. */
const versionsLimit = 500;

export interface SavedPlanDetail {
  readonly id: string;
  readonly name: string;
  /** Which version the document is. */
  readonly version: number;
  readonly document: PlanTemplate;
  readonly planHash: string;
  /** The newest first. */
  readonly versions: readonly {
    readonly version: number;
    readonly planHash: string;
    readonly points: number;
    readonly note: string;
    readonly savedBy: string;
    readonly savedAt: Date;
  }[];
  /** Schedules that keep it from being deleted. */
  readonly schedules: readonly { readonly id: string; readonly name: string; readonly version: number }[];
}

/** A saved plan with one version's document, and what there is of it. */
export async function getSavedPlan(
  context: ServiceContext,
  input: z.infer<typeof getSavedPlanInput>,
): Promise<SavedPlanDetail> {
  requireRight(context, "catalog.view");
  const { version, document, planHash } = await loadVersion(context.db, input);
  const { savedPlanId } = input;
  const [versions, schedules] = await Promise.all([
    context.db.savedPlanVersion.findMany({
      where: { planId: savedPlanId },
      select: { version: true, planHash: true, pointsPlanned: true, note: true, savedBy: true, savedAt: true },
      orderBy: { version: "desc" },
      take: versionsLimit,
    }),
    context.db.benchmarkSchedule.findMany({
      where: { savedPlanId },
      select: { id: true, name: true, savedPlanVersion: true },
      orderBy: { name: "asc" },
      take: versionsLimit,
    }),
  ]);
  return {
    id: savedPlanId,
    name: document.name,
    version,
    document,
    planHash,
    versions: versions.map(({ pointsPlanned, ...row }) => ({ ...row, points: pointsPlanned })),
    schedules: schedules.map(({ id, name, savedPlanVersion }) => ({ id, name, version: savedPlanVersion ?? 0 })),
  };
}
