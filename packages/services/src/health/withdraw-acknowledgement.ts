import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { ruleName } from "./rules/rule-name.ts";
import { withdrawAcknowledgements } from "./rules/withdraw.ts";

export const withdrawAcknowledgementInput = z.object({ driveId: z.uuid(), rule: ruleName });

/** What was acknowledged of a drive counts again. */
export async function withdrawAcknowledgement(
  context: ServiceContext,
  { driveId, rule }: z.infer<typeof withdrawAcknowledgementInput>,
): Promise<void> {
  requireRight(context, "health.acknowledge");
  await inTransaction(context.db, async (tx) => {
    const [result] = await withdrawAcknowledgements(tx, context, { driveIds: [driveId], rules: [rule] });
    if (result?.refused === undefined) return;
    throw new ServiceError("conflict", result.refused, {
      remedy: "Look at the drive's page: it may have ended, or somebody was faster.",
    });
  });
}
