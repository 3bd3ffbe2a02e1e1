import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { changeThem, type LifecycleChanged } from "./rules/change-lifecycle.ts";

export const changeLifecycleInput = z
  .object({
    driveIds: z.array(z.uuid()).min(1).max(1000),
    lifecycle: z.enum(["inService", "spare", "retired", "replaced"]),
    /** Why. */
    note: z.string().trim().max(1000).default(""),
    /** Of one drive that is replaced: which does its work now. */
    replacedById: z.uuid().optional(),
  })
  .refine(({ lifecycle, replacedById }) => (lifecycle === "replaced") === (replacedById !== undefined), {
    message: "is named where a drive is replaced, and nowhere else",
    path: ["replacedById"],
  })
  .refine(({ lifecycle, driveIds }) => lifecycle !== "replaced" || driveIds.length === 1, {
    message: "is one where it is replaced",
    path: ["driveIds"],
  });

/** Says whether drives are expected to be there: what is not expected is not missed. */
export async function changeLifecycle(
  context: ServiceContext,
  input: z.input<typeof changeLifecycleInput>,
): Promise<LifecycleChanged> {
  requireRight(context, "drive.lifecycle");
  const asked = changeLifecycleInput.parse(input);
  return inTransaction(context.db, (tx) => changeThem(tx, context, asked));
}
