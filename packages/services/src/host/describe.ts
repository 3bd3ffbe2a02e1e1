import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { refreshMembersOf } from "../group/rules/members.ts";
import { tagsLimit } from "../group/rules/stored-group.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { tagText } from "../tag.ts";
import { inTransaction } from "../transaction.ts";
import { placeWord } from "./rules/place-word.ts";

export const describeHostInput = z.object({
  hostId: z.uuid(),
  rack: placeWord,
  role: placeWord,
  tags: z.array(tagText).max(tagsLimit),
});

/** Notes where a host stands, what it is for, and words to find it by. Groups follow at once. */
export async function describeHost(context: ServiceContext, input: z.infer<typeof describeHostInput>): Promise<void> {
  requireRight(context, "fleet.organize");
  const { hostId, rack, role } = input;
  const tags = [...new Set(input.tags)].toSorted();
  await inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    await tx.$queryRaw`SELECT id FROM host WHERE id = ${hostId}::uuid FOR NO KEY UPDATE`;
    const host = await tx.host.findUnique({ where: { id: hostId }, select: { hostname: true } });
    if (host === null) throw new ServiceError("notFound", `There is no host ${hostId}.`);
    await tx.host.update({ where: { id: hostId }, data: { rack, role, tags } });
    await refreshMembersOf(tx, { driveIds: [], hostIds: [hostId] });
    const detail = { hostname: host.hostname, rack, role, tags: tags.join(", ") };
    await writeAudit(tx, context, { action: "host.describe", objectKind: "host", objectId: hostId, detail });
    const changes = new LiveChanges();
    changes.host(hostId);
    await changes.announce(tx);
  });
}
