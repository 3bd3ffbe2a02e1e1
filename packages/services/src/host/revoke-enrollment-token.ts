import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";

export const revokeEnrollmentTokenInput = z.object({ tokenId: z.uuid() });

/** Ends a token before its time. The hosts that it let in stay. */
export async function revokeEnrollmentToken(
  context: ServiceContext,
  { tokenId }: z.infer<typeof revokeEnrollmentTokenInput>,
): Promise<void> {
  requireRight(context, "host.enroll");
  await context.db.$transaction(async (tx) => {
    const [revoked] = await tx.enrollmentToken.updateManyAndReturn({
      where: { id: tokenId, revokedAt: null },
      data: { revokedAt: context.now },
    });
    if (revoked === undefined) {
      const known = await tx.enrollmentToken.count({ where: { id: tokenId } });
      if (known === 0) throw new ServiceError("notFound", `There is no enrollment token ${tokenId}.`);
      throw new ServiceError("conflict", "The enrollment token is revoked already.");
    }
    await writeAudit(tx, context, {
      action: "host.revokeEnrollmentToken",
      objectKind: "enrollmentToken",
      objectId: tokenId,
      detail: { token: `…${revoked.ending}`, usesLeft: revoked.usesLeft },
    });
  });
}
