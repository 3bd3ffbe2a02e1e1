import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { maintenanceOfDrives } from "../maintenance/rules/in-maintenance.ts";
import { requireRight } from "../rights.ts";
import { type DescribedCondition, describedCondition } from "./rules/open-conditions.ts";

/** Conditions answered at most. */
const maxConditions = 500;
const time = z.coerce.date();

export const conditionsOfInput = z
  .object({ driveId: z.uuid(), since: time, until: time })
  .refine(({ since, until }) => since < until, { path: ["until"], message: "must be after its beginning" });

/** A condition of a drive with its time. */
export interface PastCondition extends DescribedCondition {
  /** Undefined while it is open. */
  readonly endedAt: Date | undefined;
}

export interface ConditionHistory {
  /** What is open, the newest first, then what is over, the last to end first. */
  readonly conditions: readonly PastCondition[];
  /** There were more than are answered; those that ended first are left out. */
  readonly more: boolean;
}

/** What was wrong with a drive in a part of its past, and what still is: all that was open at some time of it. */
export async function conditionsOf(
  context: ServiceContext,
  { driveId, since, until }: z.infer<typeof conditionsOfInput>,
): Promise<ConditionHistory> {
  requireRight(context, "fleet.view");
  const rows = await context.db.driveCondition.findMany({
    where: { driveId, since: { lte: until }, OR: [{ endedAt: null }, { endedAt: { gt: since } }] },
    // What is open is never left out, however many came and went since it began.
    orderBy: [{ endedAt: { sort: "desc", nulls: "first" } }, { since: "desc" }, { rule: "asc" }],
    take: maxConditions + 1,
  });
  const maintenanceOf = await maintenanceOfDrives(context.db, [driveId], context.now);
  return {
    conditions: rows
      .slice(0, maxConditions)
      .map((row) => ({ ...describedCondition(row, maintenanceOf), endedAt: row.endedAt ?? undefined })),
    more: rows.length > maxConditions,
  };
}
