import { hashSecret } from "../../../access/rules/secrets.ts";
import { roleOf } from "../../../actor.ts";
import type { ServiceContext } from "../../../context.ts";
import { ServiceError } from "../../../errors.ts";
import { roleHasRight } from "../../../rights.ts";
import { readFrozenComparison } from "../../../stored/comparison.ts";
import { thawed } from "./frozen.ts";

/**
 * What a link shows. Whoever has it may ask; it shows nothing once it was revoked, has expired, or whoever made it may no
 * longer share.
 */
export async function openShare({ db, now }: Pick<ServiceContext, "db" | "now">, token: string) {
  const share = await db.comparisonShare.findUnique({
    where: { tokenHash: hashSecret(token) },
    include: { creator: { select: { role: true } } },
  });
  const mayShare = share?.creator && roleHasRight(roleOf(share.creator.role), "comparison.share");
  if (!share || !mayShare || share.revokedAt !== null || share.expiresAt <= now) throw closed();
  const compared = readFrozenComparison(share.compared);
  return { share, wanted: thawed(compared), match: compared.match };
}

function closed(): ServiceError {
  return new ServiceError("notFound", "This link does not exist, has expired or was revoked.", {
    remedy: "Ask whoever sent it for a new one.",
  });
}
