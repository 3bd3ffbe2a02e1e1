import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { refreshMembersOf } from "../group/rules/members.ts";
import { tagsLimit } from "../group/rules/stored-group.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { tagText } from "../tag.ts";
import { inTransaction } from "../transaction.ts";
import { placeWord } from "./rules/place-word.ts";

/** Hosts of one request: as many as a page of the list may have. */
const hostsLimit = 500;
const tags = z.array(tagText).max(tagsLimit).default([]);

export const describeHostsInput = z
  .object({
    hostIds: z.array(z.uuid()).min(1).max(hostsLimit),
    /** Left out: as each host has it. */
    rack: placeWord.optional(),
    role: placeWord.optional(),
    addTags: tags,
    removeTags: tags,
  })
  .refine(
    ({ rack, role, addTags, removeTags }) =>
      rack !== undefined || role !== undefined || addTags.length + removeTags.length > 0,
    "changes nothing",
  )
  .refine(
    ({ addTags, removeTags }) => !addTags.some((tag) => removeTags.includes(tag)),
    "adds and removes the same tag",
  );

export interface DescribedHosts {
  readonly changed: number;
  /** What was asked for was so already, or the host is no more. */
  readonly unchanged: number;
  /** Hosts that would have too many tags; nothing of them was changed. */
  readonly refused: readonly string[];
}

interface Described {
  readonly rack: string | null;
  readonly role: string | null;
  readonly tags: readonly string[];
}

/** Notes where hosts stand, what they are for, and words to find them by; what is not named stays. Groups follow at once. */
export async function describeHosts(
  context: ServiceContext,
  input: z.infer<typeof describeHostsInput>,
): Promise<DescribedHosts> {
  requireRight(context, "fleet.organize");
  return inTransaction(context.db, async (tx) => {
    await lockMemberships(tx);
    const hostIds = [...new Set(input.hostIds)];
    await tx.$queryRaw`
      SELECT id FROM host WHERE id = ANY (${hostIds}::uuid[]) ORDER BY id LIMIT ${hostIds.length} FOR NO KEY UPDATE`;
    const hosts = await tx.host.findMany({ where: { id: { in: hostIds } }, take: hostIds.length });
    const wanted = hosts.map((host) => ({ host, next: described(host, input) }));
    const refused = wanted.filter(({ next }) => next.tags.length > tagsLimit);
    const changing = wanted.filter(({ host, next }) => next.tags.length <= tagsLimit && differs(host, next));
    const changes = new LiveChanges();
    for (const { host, next } of changing) {
      const { id: objectId, hostname } = host;
      await tx.host.update({ where: { id: objectId }, data: { ...next, tags: [...next.tags] } });
      const detail = { hostname, rack: next.rack, role: next.role, tags: next.tags.join(", ") };
      await writeAudit(tx, context, { action: "host.describe", objectKind: "host", objectId, detail });
      changes.host(objectId);
    }
    await refreshMembersOf(tx, { driveIds: [], hostIds: changing.map(({ host }) => host.id) });
    await changes.announce(tx);
    return {
      changed: changing.length,
      unchanged: hostIds.length - changing.length - refused.length,
      refused: refused.map(({ host }) => host.hostname),
    };
  });
}

function described(
  host: Described,
  { rack, role, addTags, removeTags }: z.infer<typeof describeHostsInput>,
): Described {
  const kept = host.tags.filter((tag) => !removeTags.includes(tag));
  return {
    rack: rack === undefined ? host.rack : rack,
    role: role === undefined ? host.role : role,
    tags: [...new Set([...kept, ...addTags])].toSorted(),
  };
}

function differs(host: Described, next: Described): boolean {
  return host.rack !== next.rack || host.role !== next.role || host.tags.toSorted().join() !== next.tags.join();
}
