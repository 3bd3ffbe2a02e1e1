import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { acknowledgeConditions } from "./rules/acknowledge.ts";
import { reasonText } from "./rules/reason-text.ts";
import { ruleName } from "./rules/rule-name.ts";

export const acknowledgeInput = z.object({ driveId: z.uuid(), rule: ruleName, note: reasonText });

/** Acknowledges a condition of a drive: it counts for no verdict until it gets worse than it is now. */
export async function acknowledge(
  context: ServiceContext,
  { driveId, rule, note }: z.infer<typeof acknowledgeInput>,
): Promise<void> {
  requireRight(context, "health.acknowledge");
  await inTransaction(context.db, async (tx) => {
    const [result] = await acknowledgeConditions(tx, context, { driveIds: [driveId], rules: [rule], note });
    if (result?.refused === undefined) return;
    throw new ServiceError("conflict", result.refused, { remedy: "Look at the drive's page: it may have changed." });
  });
}
