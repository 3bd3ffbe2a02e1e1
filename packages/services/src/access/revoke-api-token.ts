import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requirePerson } from "./rules/require-person.ts";

export const revokeApiTokenInput = z.object({ tokenId: z.uuid() });

/** Ends one of one's own tokens: from the next request on it opens nothing. */
export async function revokeApiToken(
  context: ServiceContext,
  { tokenId }: z.infer<typeof revokeApiTokenInput>,
): Promise<void> {
  const person = requirePerson(context);
  await context.db.$transaction(async (tx) => {
    const token = await tx.apiToken.findFirst({ where: { id: tokenId, userId: person.id } });
    const { count } = await tx.apiToken.deleteMany({ where: { id: tokenId, userId: person.id } });
    if (!token || count === 0) {
      throw new ServiceError("notFound", "This token is revoked already.", { remedy: "Reload the page." });
    }
    await writeAudit(tx, context, {
      action: "access.revokeApiToken",
      objectKind: "apiToken",
      objectId: tokenId,
      detail: { token: token.name },
    });
  });
}
