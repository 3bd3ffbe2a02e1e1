import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type HostHead, hostHead } from "./rules/view.ts";

export const listHostsInput = z.object({
  search: z.string().trim().max(100).optional(),
  limit: z.int().min(1).max(500).default(100),
  cursor: z.int().min(0).max(1_000_000).default(0),
});

export interface HostListEntry extends HostHead {
  readonly drives: number;
  readonly scratchFiles: number;
}

export interface HostList {
  readonly hosts: readonly HostListEntry[];
  readonly total: number;
  readonly nextCursor: number | undefined;
}

/** Hosts by name, with how many drives each has now. */
export async function listHosts(context: ServiceContext, input: z.infer<typeof listHostsInput>): Promise<HostList> {
  requireRight(context, "fleet.view");
  const { search, limit, cursor } = input;
  const where = search ? { hostname: { contains: search, mode: "insensitive" as const } } : {};
  const now = { where: { endedAt: null } };
  const [total, rows] = await Promise.all([
    context.db.host.count({ where }),
    context.db.host.findMany({
      where,
      orderBy: [{ hostname: "asc" }, { id: "asc" }],
      skip: cursor,
      take: limit,
      include: { _count: { select: { sightings: now, scratchFiles: now } } },
    }),
  ]);
  const next = cursor + rows.length;
  return {
    total,
    nextCursor: rows.length > 0 && next < total ? next : undefined,
    hosts: rows.map((host) => ({
      ...hostHead(host, context.now),
      drives: host._count.sightings,
      scratchFiles: host._count.scratchFiles,
    })),
  };
}
