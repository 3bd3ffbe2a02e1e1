import { markDrives } from "@crosspoint/db/queries/health-marks";
import { gradesText, type HealthRuleId } from "@crosspoint/domain";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { readGrades } from "../stored/health-threshold.ts";
import { inTransaction } from "../transaction.ts";
import { titleOf } from "./rules/acknowledgeable.ts";
import { reasonText } from "./rules/reason-text.ts";
import { namesOfScopes } from "./rules/scope-names.ts";
import { markedBy, scopeOf } from "./rules/threshold-scope.ts";

export const removeThresholdInput = z.object({ thresholdId: z.uuid(), why: reasonText });

/** Takes back what was set: the next broader threshold counts again, or the rule's own. */
export async function removeThreshold(
  context: ServiceContext,
  { thresholdId, why }: z.infer<typeof removeThresholdInput>,
): Promise<void> {
  requireRight(context, "health.configure");
  await inTransaction(context.db, async (tx) => {
    const row = await tx.healthThreshold.findUnique({ where: { id: thresholdId } });
    if (row === null) throw new ServiceError("notFound", "That threshold is not set any more.");
    await tx.healthThreshold.deleteMany({ where: { id: thresholdId } });
    const scope = scopeOf(row);
    const rule = row.rule as HealthRuleId;
    const drives = (await namesOfScopes(tx, [scope])).nameOf(scope);
    await markDrives(tx, markedBy(scope));
    await writeAudit(tx, context, {
      action: "health.removeThreshold",
      objectKind: "healthThreshold",
      objectId: row.id,
      detail: { rule: titleOf(rule), drives, before: gradesText(rule, readGrades(row.grades)), why },
    });
  });
}
