import type { Prisma } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf } from "../cursor.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { requireRight } from "../rights.ts";
import { type HostHead, hostHead } from "./rules/view.ts";

/** By name, and by id where two hosts have one name. */
const cursor = cursorOf(z.tuple([z.string(), z.uuid()]));

export const listHostsInput = z.object({
  search: z.string().trim().max(100).optional(),
  limit: z.int().min(1).max(500).default(100),
  cursor: cursor.text.optional(),
});

export interface HostListEntry extends HostHead {
  readonly drives: number;
  readonly scratchFiles: number;
}

export interface HostList {
  readonly hosts: readonly HostListEntry[];
  readonly total: number;
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** Hosts by name, with how many drives each has now. */
export async function listHosts(context: ServiceContext, input: z.infer<typeof listHostsInput>): Promise<HostList> {
  requireRight(context, "fleet.view");
  const { search, limit } = input;
  const where = search ? { hostname: { contains: search, mode: "insensitive" as const } } : {};
  const now = { where: { endedAt: null } };
  const [total, rows] = await Promise.all([
    context.db.host.count({ where }),
    context.db.host.findMany({
      where: { AND: [where, whereAfter(input.cursor)] },
      orderBy: [{ hostname: "asc" }, { id: "asc" }],
      take: limit + 1,
      include: { _count: { select: { sightings: now, scratchFiles: now } } },
    }),
  ]);
  const hearable = await hearableUntil(context.db, context.now);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    total,
    nextCursor: last && cursor.write([last.hostname, last.id]),
    hosts: page.map((host) => ({
      ...hostHead(host, hearable),
      drives: host._count.sightings,
      scratchFiles: host._count.scratchFiles,
    })),
  };
}

function whereAfter(text: string | undefined): Prisma.HostWhereInput {
  const place = cursor.read(text);
  if (place === undefined) return {};
  const [hostname, id] = place;
  return { OR: [{ hostname: { gt: hostname } }, { hostname, id: { gt: id } }] };
}
