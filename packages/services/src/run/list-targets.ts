import { z } from "zod";
import { openRunStates } from "../command/rules/open-work.ts";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { requireRight } from "../rights.ts";
import { targetBlockers } from "./rules/launch-blockers.ts";
import { fileTarget, namespaceTargets, type Target, type TargetHost } from "./rules/target.ts";

export const listTargetsInput = z.object({
  /** Parts of a serial, model, product or host name; or a part of a path. */
  search: z.string().max(100).optional(),
  driveId: z.uuid().optional(),
});

/** Most targets of one answer; a search narrows a larger fleet. */
const targetsLimit = 200;

export interface TargetSummary {
  readonly kind: "namespace" | "scratchFile";
  readonly driveId: string | undefined;
  readonly nsid: number | undefined;
  readonly scratchFileId: string | undefined;
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
  const [namespaces, files] = await Promise.all([
    findNamespaces(context, { driveId, search }),
    driveId === undefined ? findFiles(context, search) : [],
  ]);
  const found = [...namespaces, ...files];
  const busy = await busyTargets(context, found);
  const targets = found.map((target) => summarize(target, context.now, busy));
  const usableFirst = targets.toSorted(
    (a, b) => Number(a.unavailable !== undefined) - Number(b.unavailable !== undefined),
  );
  return { targets: usableFirst.slice(0, targetsLimit), more: targets.length > targetsLimit };
}

/** What a row says of a target; policy, claims and the rest are read for the one that is chosen. */
const hostColumns = { id: true, hostname: true, lastSeenAt: true } as const;
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
  readonly drives: ReadonlySet<string | null>;
  readonly files: ReadonlySet<string | null>;
  readonly hosts: ReadonlySet<string | null>;
}

/** One run at a time on a host and on a drive, so these are never more than their targets, twice. */
const busyLimit = 4 * targetsLimit;

/** Open runs where the targets are, or on drives that were elsewhere when it began. */
async function busyTargets({ db }: ServiceContext, targets: readonly Target[]): Promise<Busy> {
  const hostIds = [...new Set(targets.map(({ host }) => host.id))];
  const driveIds = targets.flatMap((target) => (target.kind === "namespace" ? [target.drive.id] : []));
  const runs = await db.benchmarkRun.findMany({
    where: { state: { in: [...openRunStates] }, OR: [{ hostId: { in: hostIds } }, { driveId: { in: driveIds } }] },
    select: { driveId: true, scratchFileId: true, hostId: true },
    take: busyLimit,
  });
  return {
    drives: new Set(runs.map((run) => run.driveId)),
    files: new Set(runs.map((run) => run.scratchFileId)),
    hosts: new Set(runs.map((run) => run.hostId)),
  };
}

function summarize(target: Target, now: Date, busy: Busy): TargetSummary {
  const isDrive = target.kind === "namespace";
  return {
    kind: target.kind,
    driveId: isDrive ? target.drive.id : undefined,
    nsid: isDrive ? target.nsid : undefined,
    scratchFileId: isDrive ? undefined : target.scratchFileId,
    label: target.label,
    model: isDrive ? target.drive.model : undefined,
    productName: isDrive ? productNameOf(target.drive.model) : undefined,
    serial: isDrive ? target.drive.serial : undefined,
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
  const isBusy = target.kind === "namespace" ? busy.drives.has(target.drive.id) : busy.files.has(target.scratchFileId);
  if (isBusy) return "A benchmark is in progress on it.";
  return busy.hosts.has(target.host.id) ? `A benchmark is in progress on ${target.host.hostname}.` : undefined;
}
