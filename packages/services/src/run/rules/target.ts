import type { Database, Transaction } from "@crosspoint/db";
import { type HostPolicy, type NamespaceObservation, namespace } from "@crosspoint/protocol";
import { z } from "zod";
import { claimOf, claimsWithHosts, type StandingClaim } from "../../drive/rules/claims.ts";
import { ServiceError } from "../../errors.ts";
import type { PlanTarget } from "../../plan/rules/loaded-plan.ts";
import { readEnvironment } from "../../stored/host.ts";

/** Which namespace of which drive, which scratch file, or which volume. */
export const targetChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("namespace"), driveId: z.uuid(), nsid: z.int().min(1).max(0xffff_ffff) }),
  z.object({ kind: z.literal("scratchFile"), scratchFileId: z.uuid() }),
  z.object({ kind: z.literal("volume"), volumeId: z.uuid() }),
]);
export type TargetChoice = z.infer<typeof targetChoice>;

export interface TargetHost {
  readonly id: string;
  readonly hostname: string;
  readonly lastSeenAt: Date | null;
  /** It carries out no commands. */
  readonly simulated: boolean;
  /** Undefined until its agent has reported. */
  readonly policy: HostPolicy | undefined;
}

export interface TargetDrive {
  readonly id: string;
  readonly pciVendorId: number;
  readonly model: string;
  readonly serial: string;
  /** `nvme0`: the controller's name of this boot. */
  readonly controllerName: string;
  readonly linkSpeed: string | null;
  readonly linkWidth: number | null;
  /** One that does not cannot be measured; whatever else is wrong with it concerns nvme-cli alone. */
  readonly responds: boolean;
  /** Other hosts that list it too. */
  readonly claims: readonly StandingClaim[];
}

interface TargetBase {
  /** How a run names it for good: model and serial, the path, or the volume with what it is made of. */
  readonly label: string;
  /** Every drive that a run on it works on, in the order of their serials; a file has none of its own. */
  readonly drives: readonly TargetDrive[];
  readonly sizeBytes: bigint;
  readonly logicalBlockBytes: number | undefined;
  /** Why the agent would not write to it at this moment. */
  readonly inUse: readonly string[];
  readonly host: TargetHost;
}

export interface NamespaceTarget extends TargetBase {
  readonly kind: "namespace";
  readonly drive: TargetDrive;
  readonly nsid: number;
  /** Block device of this boot; absent where the kernel made none. */
  readonly path: string | undefined;
}

export interface FileTarget extends TargetBase {
  readonly kind: "scratchFile";
  readonly scratchFileId: string;
  readonly path: string;
  readonly fileSystem: string;
}

/** A Linux md array. */
export interface VolumeTarget extends TargetBase {
  readonly kind: "volume";
  readonly volumeId: string;
  readonly uuid: string;
  readonly name: string;
  readonly level: string;
  readonly chunkBytes: number | undefined;
  readonly path: string;
  readonly members: readonly {
    readonly drive: TargetDrive;
    readonly nsid: number;
    readonly partition: number | undefined;
  }[];
  /** Why nothing can be measured on it. */
  readonly unusable: string | undefined;
}

export type Target = NamespaceTarget | FileTarget | VolumeTarget;

export const hostColumns = { id: true, hostname: true, lastSeenAt: true, simulated: true, environment: true } as const;
export const driveColumns = {
  id: true,
  pciVendorId: true,
  model: true,
  serial: true,
  problem: true,
  namespaces: true,
  claims: claimsWithHosts,
} as const;

export async function loadNamespace(db: Database | Transaction, driveId: string, nsid: number): Promise<Target> {
  const drive = await db.drive.findUnique({ where: { id: driveId }, select: driveColumns });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const sighting = await db.driveSighting.findFirst({
    where: { driveId, endedAt: null },
    orderBy: { lastSeenAt: "desc" },
    include: { host: { select: hostColumns } },
  });
  if (sighting === null) {
    throw new ServiceError("conflict", `${drive.model} ${drive.serial} is not plugged into any host now.`, {
      remedy: "Plug it in and wait for the host's next inventory.",
    });
  }
  const target = namespaceTargets(drive, sighting, hostOf(sighting.host)).find((each) => each.nsid === nsid);
  if (target === undefined) {
    throw new ServiceError("notFound", `${drive.model} ${drive.serial} has no namespace ${nsid}.`);
  }
  return target;
}

export async function loadScratchFile(db: Database | Transaction, id: string): Promise<Target> {
  const file = await db.scratchFile.findUnique({ where: { id }, include: { host: { select: hostColumns } } });
  if (file === null) throw new ServiceError("notFound", `There is no scratch file ${id}.`);
  if (file.endedAt !== null) {
    throw new ServiceError("conflict", `${file.host.hostname} does not offer ${file.path} any more.`, {
      remedy: "Choose another target, or let the agent offer the file again.",
    });
  }
  return fileTarget(file, hostOf(file.host));
}

interface DriveRow {
  id: string;
  pciVendorId: number;
  model: string;
  serial: string;
  problem: unknown;
  namespaces: unknown;
  claims: readonly Parameters<typeof claimOf>[0][];
}
interface SightingRow {
  controllerName: string;
  linkSpeed: string | null;
  linkWidth: number | null;
}

/** A drive as it is measured: alone, or as a member of a volume. */
export function targetDrive(drive: Omit<DriveRow, "namespaces">, sighting: SightingRow): TargetDrive {
  const { id, pciVendorId, model, serial, problem, claims } = drive;
  const { controllerName, linkSpeed, linkWidth } = sighting;
  const identity = { id, pciVendorId, model, serial };
  const place = { controllerName, linkSpeed, linkWidth };
  return { ...identity, ...place, responds: responds(problem), claims: claims.map(claimOf) };
}

/** Every namespace of a drive where it is plugged in. */
export function namespaceTargets(drive: DriveRow, sighting: SightingRow, host: TargetHost): NamespaceTarget[] {
  const { model, serial } = drive;
  const observed = z.array(namespace).parse(drive.namespaces);
  const target = targetDrive(drive, sighting);
  return observed.map((each) => ({
    kind: "namespace",
    label: observed.length > 1 ? `${model} ${serial}, namespace ${each.nsid}` : `${model} ${serial}`,
    sizeBytes: BigInt(each.sizeBytes),
    logicalBlockBytes: logicalBlockBytes(each),
    inUse: each.inUse,
    host,
    drive: target,
    drives: [target],
    nsid: each.nsid,
    path: each.path,
  }));
}

const silence = z.object({ kind: z.literal("notResponding") });

/** @param problem as a drive keeps it. */
function responds(problem: unknown): boolean {
  return !silence.safeParse(problem).success;
}

function logicalBlockBytes(observed: NamespaceObservation): number | undefined {
  return observed.lbaFormats.find(({ index }) => index === observed.currentLbaFormat)?.dataBytes;
}

interface FileRow {
  id: string;
  path: string;
  sizeBytes: bigint;
  fileSystem: string;
}

export function fileTarget(file: FileRow, host: TargetHost): FileTarget {
  const { id, path, sizeBytes, fileSystem } = file;
  const label = `${host.hostname}:${path}`;
  const base = { label, drives: [], sizeBytes, logicalBlockBytes: undefined, inUse: [], host };
  return { kind: "scratchFile", scratchFileId: id, path, fileSystem, ...base };
}

export function hostOf(row: {
  id: string;
  hostname: string;
  lastSeenAt: Date | null;
  simulated: boolean;
  environment: unknown;
}): TargetHost {
  const { id, hostname, lastSeenAt, simulated, environment } = row;
  return { id, hostname, lastSeenAt, simulated, policy: readEnvironment(environment)?.policy };
}

/** What of a target a plan's steps may depend on. */
export function planTarget(target: Target): PlanTarget {
  return { kind: target.kind, model: target.kind === "namespace" ? target.drive.model : undefined };
}

/** `where` of the runs that occupy a target, for Prisma. */
export function runsOnTarget(target: Target) {
  if (target.kind === "scratchFile") return { scratchFileId: target.scratchFileId };
  return { drives: { some: { driveId: { in: target.drives.map(({ id }) => id) } } } };
}
