import { markDrives } from "@crosspoint/db/queries/health-marks";
import { gradesText, overrideProblem } from "@crosspoint/domain";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { gradesSchema, readGrades } from "../stored/health-threshold.ts";
import { inTransaction } from "../transaction.ts";
import { titleOf } from "./rules/acknowledgeable.ts";
import { reasonText } from "./rules/reason-text.ts";
import { ruleName } from "./rules/rule-name.ts";
import { markedBy, nameOfScope, scopeColumns, thresholdScope, thresholdsLimit } from "./rules/threshold-scope.ts";

export const setThresholdInput = z.object({
  scope: thresholdScope,
  rule: ruleName,
  /** In place of the rule's own; `off`: it is not judged there. */
  grades: gradesSchema,
  why: reasonText,
});

/** Sets from where on a rule holds for the fleet, a model or a drive. Drives are judged by it with their next sample, and by the worker at once. */
export async function setThreshold(
  context: ServiceContext,
  { scope, rule, grades, why }: z.infer<typeof setThresholdInput>,
): Promise<void> {
  requireRight(context, "health.configure");
  const problem = overrideProblem({ rule, grades });
  if (problem !== undefined)
    throw new ServiceError("invalid", problem, { fields: [{ path: "grades", message: problem }] });
  await inTransaction(context.db, async (tx) => {
    const drives = await nameOfScope(tx, scope);
    const key = { ...scopeColumns(scope), rule };
    const before = await tx.healthThreshold.findUnique({ where: { scope_scopeId_rule: key } });
    if (before === null && (await tx.healthThreshold.count()) >= thresholdsLimit) {
      throw new ServiceError("conflict", `There are ${thresholdsLimit} thresholds already.`, {
        remedy: "Remove some, or set them for a model instead of for single drives.",
      });
    }
    const data = { grades, changedAt: context.now, changedBy: actorLabel(context.actor), why };
    const row = await tx.healthThreshold.upsert({
      where: { scope_scopeId_rule: key },
      create: { ...key, ...data },
      update: data,
    });
    await markDrives(tx, markedBy(scope));
    await writeAudit(tx, context, {
      action: "health.setThreshold",
      objectKind: "healthThreshold",
      objectId: row.id,
      detail: {
        rule: titleOf(rule),
        drives,
        before: before === null ? "default" : gradesText(rule, readGrades(before.grades)),
        after: gradesText(rule, grades),
        why,
      },
    });
  });
}
