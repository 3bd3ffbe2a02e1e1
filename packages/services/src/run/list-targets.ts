import { z } from "zod";
import { openRunStates } from "../command/rules/open-work.ts";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { requireRight } from "../rights.ts";
import { targetBlockers } from "./rules/launch-blockers.ts";
import { fileTarget, namespaceTargets, type Target, type TargetHost } from "./rules/target.ts";
import { volumeColumns, volumeTarget } from "./rules/volume-target.ts";

export const listTargetsInput = z.object({
  /** Parts of a serial, model, product or host name; or a part of a path. */
  search: z.string().max(100).optional(),
  driveId: z.uuid().optional(),
});

/** Most targets of one answer; a search narrows a larger fleet. */
const targetsLimit = 200;

export interface TargetSummary {
  readonly kind: Target["kind"];
  readonly driveId: string | undefined;
  readonly nsid: number | undefined;
  readonly scratchFileId: string | undefined;
  readonly volumeId: string | undefined;
  /** Serials of the drives of a volume. */
  readonly members: readonly string[];
  readonly label: string;
  readonly model: string | undefined;
  /** What its vendor calls the model, where the catalog knows it. */
  readonly productName: string | undefined;
  readonly serial: string | undefined;
  readonly path: string | undefined;
  readonly hostId: string;
  readonly hostname: string;
  readonly sizeBytes: number;
  readonly logicalBlockBytes: number | undefined;
  readonly inUse: readonly string[];
  /** Why nothing can be launched on it now; absent where something can. */
  readonly unavailable: string | undefined;
}

export interface TargetList {
  readonly targets: readonly TargetSummary[];
  /** There are more than fit: search. */
  readonly more: boolean;
}

/** Everything that a benchmark could run on now, and why some of it cannot. Usable targets come first. */
export async function listTargets(
  context: ServiceContext,
  input: z.infer<typeof listTargetsInput>,
): Promise<TargetList> {
  requireRight(context, "benchmark.view");
  const { driveId, search } = input;
  const [namespaces, volumes, files] = await Promise.all([
    findNamespaces(context, { driveId, search }),
    findVolumes(context, { driveId, search }),
    driveId === undefined ? findFiles(context, search) : [],
  ]);
  const found = [...namespaces, ...volumes, ...files];
  const busy = await busyTargets(context, found);
  const hearable = await hearableUntil(context.db, context.now);
  const targets = found.map((target) => summarize(target, hearable, busy));
  const usableFirst = targets.toSorted(
    (a, b) => Number(a.unavailable !== undefined) - Number(b.unavailable !== undefined),
  );
  return { targets: usableFirst.slice(0, targetsLimit), more: targets.length > targetsLimit };
}

/** What a row says of a target; policy, claims and the rest are read for the one that is chosen. */
const hostColumns = { id: true, hostname: true, lastSeenAt: true, simulated: true } as const;
const driveColumns = {
  id: true,
  pciVendorId: true,
  model: true,
  serial: true,
  problem: true,
  namespaces: true,
} as const;

async function findNamespaces(
  { db }: ServiceContext,
  { driveId, search }: { driveId: string | undefined; search: string | undefined },
): Promise<Target[]> {
  const words = (search ?? "").toLowerCase().split(/\s+/);
  const sightings = await db.driveSighting.findMany({
    where: {
      endedAt: null,
      ...(driveId === undefined ? {} : { driveId }),
      AND: words.map((word) => (word === "" ? {} : { drive: { search: { text: { contains: word } } } })),
    },
    select: {
      controllerName: true,
      linkSpeed: true,
      linkWidth: true,
      drive: { select: driveColumns },
      host: { select: hostColumns },
    },
    orderBy: [{ drive: { model: "asc" } }, { drive: { serial: "asc" } }],
    take: targetsLimit + 1,
  });
  return sightings.flatMap((sighting) =>
    namespaceTargets({ ...sighting.drive, claims: [] }, sighting, rowHost(sighting.host)),
  );
}

/** Those of which a drive, the name or the host has every word; or of which a drive is one. */
async function findVolumes(
  { db }: ServiceContext,
  { driveId, search }: { driveId: string | undefined; search: string | undefined },
): Promise<Target[]> {
  const words = (search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const contains = (word: string) => ({ contains: word, mode: "insensitive" }) as const;
  const volumes = await db.volume.findMany({
    where: {
      endedAt: null,
      ...(driveId === undefined ? {} : { members: { some: { driveId } } }),
      AND: words.map((word) => ({
        OR: [
          { name: contains(word) },
          { host: { hostname: contains(word) } },
          { members: { some: { drive: { search: { text: { contains: word } } } } } },
        ],
      })),
    },
    include: volumeColumns,
    orderBy: [{ host: { hostname: "asc" } }, { name: "asc" }],
    take: targetsLimit + 1,
  });
  return volumes.map(volumeTarget);
}

async function findFiles({ db }: ServiceContext, search: string | undefined): Promise<Target[]> {
  const contains = { contains: search, mode: "insensitive" } as const;
  const files = await db.scratchFile.findMany({
    where: { endedAt: null, ...(search ? { OR: [{ path: contains }, { host: { hostname: contains } }] } : {}) },
    include: { host: { select: hostColumns } },
    orderBy: [{ host: { hostname: "asc" } }, { path: "asc" }],
    take: targetsLimit + 1,
  });
  return files.map((file) => fileTarget(file, rowHost(file.host)));
}

function rowHost(host: Omit<TargetHost, "policy">): TargetHost {
  return { ...host, policy: undefined };
}

interface Busy {
  readonly drives: ReadonlySet<string>;
  readonly files: ReadonlySet<string | null>;
  readonly hosts: ReadonlySet<string | null>;
}

/** One run at a time on a host and on a drive, so these are never more than their targets, twice. */
const busyLimit = 4 * targetsLimit;

/** Open runs where the targets are, or on drives that were elsewhere when it began. */
async function busyTargets({ db }: ServiceContext, targets: readonly Target[]): Promise<Busy> {
  const hostIds = [...new Set(targets.map(({ host }) => host.id))];
  const driveIds = [...new Set(targets.flatMap((target) => target.drives.map(({ id }) => id)))];
  const runs = await db.benchmarkRun.findMany({
    where: {
      state: { in: [...openRunStates] },
      OR: [{ hostId: { in: hostIds } }, { drives: { some: { driveId: { in: driveIds } } } }],
    },
    select: { scratchFileId: true, hostId: true, drives: { select: { driveId: true } } },
    take: busyLimit,
  });
  return {
    drives: new Set(runs.flatMap((run) => run.drives.map(({ driveId }) => driveId))),
    files: new Set(runs.map((run) => run.scratchFileId)),
    hosts: new Set(runs.map((run) => run.hostId)),
  };
}

function summarize(target: Target, now: Date, busy: Busy): TargetSummary {
  const drive = target.kind === "namespace" ? target.drive : undefined;
  return {
    kind: target.kind,
    driveId: drive?.id,
    nsid: target.kind === "namespace" ? target.nsid : undefined,
    scratchFileId: target.kind === "scratchFile" ? target.scratchFileId : undefined,
    volumeId: target.kind === "volume" ? target.volumeId : undefined,
    members: target.kind === "volume" ? target.drives.map(({ serial }) => serial) : [],
    label: target.label,
    model: drive?.model,
    productName: drive && productNameOf(drive.model),
    serial: drive?.serial,
    path: target.path,
    hostId: target.host.id,
    hostname: target.host.hostname,
    sizeBytes: Number(target.sizeBytes),
    logicalBlockBytes: target.logicalBlockBytes,
    inUse: target.inUse,
    unavailable: targetBlockers(target, now)[0]?.message ?? busyWords(target, busy),
  };
}

function busyWords(target: Target, busy: Busy): string | undefined {
  const isBusy =
    target.kind === "scratchFile"
      ? busy.files.has(target.scratchFileId)
      : target.drives.some(({ id }) => busy.drives.has(id));
  if (isBusy) return "A benchmark is in progress on it.";
  return busy.hosts.has(target.host.id) ? `A benchmark is in progress on ${target.host.hostname}.` : undefined;
}
