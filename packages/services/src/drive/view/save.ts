import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";
import { storableText } from "../../unstorable-text.ts";
import { driveViewsLimit, ownerOf } from "./rules/drive-view.ts";

export const saveDriveViewInput = z.object({
  name: storableText(1, 60),
  query: storableText(0, 8000),
});

/** Keeps what whoever asks looks at in the list of drives under a name; a view of that name is replaced. */
export async function saveDriveView(
  context: ServiceContext,
  { name, query }: z.infer<typeof saveDriveViewInput>,
): Promise<{ id: string }> {
  requireRight(context, "fleet.view");
  const { id: ownerId } = ownerOf(context.actor);
  return inTransaction(context.db, async (tx) => {
    // One person's saves wait for each other, so that they cannot pass the limit together.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ownerId} FOR NO KEY UPDATE`;
    const others = await tx.driveView.count({ where: { ownerId, name: { not: name } } });
    if (others >= driveViewsLimit) {
      throw new ServiceError("conflict", `You have ${driveViewsLimit} saved views already.`, {
        remedy: "Delete one that you don't need.",
      });
    }
    return tx.driveView.upsert({
      where: { ownerId_name: { ownerId, name } },
      create: { ownerId, name, query, updatedAt: context.now },
      update: { query, updatedAt: context.now },
      select: { id: true },
    });
  });
}
