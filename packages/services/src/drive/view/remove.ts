import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { requireRight } from "../../rights.ts";
import { ownerOf } from "./rules/drive-view.ts";

export const removeDriveViewInput = z.object({ id: z.uuid() });

/** Deletes a view of whoever asks; of another's it says that there is none. */
export async function removeDriveView(
  context: ServiceContext,
  { id }: z.infer<typeof removeDriveViewInput>,
): Promise<void> {
  requireRight(context, "fleet.view");
  const { count } = await context.db.driveView.deleteMany({ where: { id, ownerId: ownerOf(context.actor).id } });
  if (count === 0) throw new ServiceError("notFound", "There is no such view of yours.");
}
