import type { Prisma } from "@crosspoint/db";
import { countHostPlaces, type HostPlaceCount } from "@crosspoint/db/queries/count-host-places";
import { isOlderVersion } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf } from "../cursor.ts";
import { servedAgentVersion } from "../health/agent-builds.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { requireRight } from "../rights.ts";
import { type HostHead, hostHead } from "./rules/view.ts";

/** An agent says its version itself: past so many, the rarest are not told apart. */
const versionsLimit = 100;

/** By name, and by id where two hosts have one name. */
const cursor = cursorOf(z.tuple([z.string(), z.uuid()]));

const word = z.string().trim().min(1).max(100);

export const listHostsInput = z.object({
  search: z.string().trim().max(100).optional(),
  /** Agents of this version only, or those that are older than what the server gives. */
  agent: z.string().trim().min(1).max(256).optional(),
  rack: word.optional(),
  role: word.optional(),
  tag: word.optional(),
  /** Those that report, or those that have fallen silent. */
  reporting: z.boolean().optional(),
  limit: z.int().min(1).max(500).default(100),
  cursor: cursor.text.optional(),
});

/** The value of `agent` for whatever is older than the server's. */
const olderAgents = "older";

export interface HostListEntry extends HostHead {
  /** The server has a newer agent than this host. */
  readonly agentOlder: boolean;
  readonly drives: number;
  readonly scratchFiles: number;
}

export interface AgentVersion {
  readonly version: string;
  readonly hosts: number;
  /** Than what the server gives. */
  readonly older: boolean;
}

export interface HostPlace {
  readonly value: string;
  readonly hosts: number;
}

/** What the list can be narrowed to, with how many hosts of all have it. */
export interface HostPlaces {
  readonly racks: readonly HostPlace[];
  readonly roles: readonly HostPlace[];
  readonly tags: readonly HostPlace[];
}

export interface HostList {
  readonly hosts: readonly HostListEntry[];
  readonly total: number;
  /** The versions of the agents among the hosts that the search finds, the most frequent first. */
  readonly agents: readonly AgentVersion[];
  /** What hosts get from the server now; undefined where it has none. */
  readonly servedAgent: string | undefined;
  readonly places: HostPlaces;
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** Hosts by name, with how many drives each has now. */
export async function listHosts(context: ServiceContext, input: z.infer<typeof listHostsInput>): Promise<HostList> {
  requireRight(context, "fleet.view");
  const { search, limit } = input;
  const found: Prisma.HostWhereInput = { AND: [whereNamed(search), wherePlaced(input)] };
  const servedAgent = await servedAgentVersion(context.db);
  const agents = await agentVersions(context, found, servedAgent);
  const where: Prisma.HostWhereInput = {
    AND: [found, whereReporting(input.reporting), whereAgent(input.agent, agents)],
  };
  const now = { where: { endedAt: null } };
  const [total, rows, places] = await Promise.all([
    context.db.host.count({ where }),
    context.db.host.findMany({
      where: { AND: [where, whereAfter(input.cursor)] },
      orderBy: [{ hostname: "asc" }, { id: "asc" }],
      take: limit + 1,
      include: { _count: { select: { sightings: now, scratchFiles: now } } },
    }),
    placesOf(context),
  ]);
  const hearable = await hearableUntil(context.db, context.now);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    total,
    agents,
    servedAgent,
    places,
    nextCursor: last && cursor.write([last.hostname, last.id]),
    hosts: page.map((host) => ({
      ...hostHead(host, hearable),
      agentOlder: isOlder(host.agentVersion, servedAgent),
      drives: host._count.sightings,
      scratchFiles: host._count.scratchFiles,
    })),
  };
}

async function agentVersions(
  { db }: ServiceContext,
  where: Prisma.HostWhereInput,
  served: string | undefined,
): Promise<AgentVersion[]> {
  const rows = await db.host.groupBy({
    by: ["agentVersion"],
    where,
    _count: { _all: true },
    orderBy: [{ _count: { agentVersion: "desc" } }, { agentVersion: "asc" }],
    take: versionsLimit,
  });
  return rows.map(({ agentVersion: version, _count }) => ({
    version,
    hosts: _count._all,
    older: isOlder(version, served),
  }));
}

function isOlder(version: string, served: string | undefined): boolean {
  return served !== undefined && isOlderVersion(version, served);
}

function whereNamed(search: string | undefined): Prisma.HostWhereInput {
  return search ? { hostname: { contains: search, mode: "insensitive" } } : {};
}

function wherePlaced({ rack, role, tag }: z.infer<typeof listHostsInput>): Prisma.HostWhereInput {
  return {
    ...(rack === undefined ? {} : { rack }),
    ...(role === undefined ? {} : { role }),
    ...(tag === undefined ? {} : { tags: { has: tag } }),
  };
}

/** Of each as many as can be offered. */
const placesLimit = 200;

async function placesOf({ db }: ServiceContext): Promise<HostPlaces> {
  const counted = await countHostPlaces(db, placesLimit);
  const of = (kind: HostPlaceCount["kind"]) =>
    counted.filter((each) => each.kind === kind).map(({ value, hosts }) => ({ value, hosts }));
  return { racks: of("rack"), roles: of("role"), tags: of("tag") };
}

function whereAgent(agent: string | undefined, agents: readonly AgentVersion[]): Prisma.HostWhereInput {
  if (agent === undefined) return {};
  const older = agents.filter((one) => one.older).map(({ version }) => version);
  return { agentVersion: { in: agent === olderAgents ? older : [agent] } };
}

/** A host whose key was revoked is expected to do neither. */
function whereReporting(reporting: boolean | undefined): Prisma.HostWhereInput {
  if (reporting === undefined) return {};
  return { keyRevokedAt: null, notReportingSince: reporting ? null : { not: null } };
}

function whereAfter(text: string | undefined): Prisma.HostWhereInput {
  const place = cursor.read(text);
  if (place === undefined) return {};
  const [hostname, id] = place;
  return { OR: [{ hostname: { gt: hostname } }, { hostname, id: { gt: id } }] };
}
