import { type DriveModel, findDriveModel, findSource, type Source } from "@crosspoint/catalog";
import type { DriveSighting } from "@crosspoint/db";
import { findLatestSamples } from "@crosspoint/db/queries/find-latest-samples";
import type { SightingPlace } from "@crosspoint/db/queries/refresh-sightings";
import { type Finding, type HostWord, hostWord, type Verdict, verdictOfRank } from "@crosspoint/domain";
import type {
  ControllerFacts,
  ControllerQueues,
  DriveDetails,
  DriveProblem,
  NamespaceObservation,
  SmartLog,
} from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { findingsOf } from "../health/rules/drive-findings.ts";
import { type DescribedCondition, openConditions, readConditions } from "../health/rules/open-conditions.ts";
import { problemText } from "../health/rules/problem-text.ts";
import { maintenanceOfDrives } from "../maintenance/rules/in-maintenance.ts";
import { requireRight } from "../rights.ts";
import {
  readController,
  readDetails,
  readFoundProblem,
  readNamespaces,
  readQueues,
  readSmart,
} from "../stored/drive.ts";
import { readEnvironment } from "../stored/host.ts";
import { claimOf, claimsWithHosts, type StandingClaim } from "./rules/claims.ts";
import { type LastPlace, lastPlaceOf } from "./rules/last-place.ts";
import { findSiblings, type SiblingDrive } from "./rules/siblings.ts";
import { type VolumeView, volumeMembers, volumeView } from "./rules/volumes.ts";

const maxSightings = 50;
/** A drive can have one for each of its partitions. */
const maxVolumes = 64;

export const getDriveInput = z.object({ driveId: z.uuid() });

/** A drive on a host for a while. */
export interface Sighting extends Omit<SightingPlace, "queues"> {
  readonly id: string;
  readonly hostId: string;
  readonly hostname: string;
  readonly queues: ControllerQueues | undefined;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | null;
}

export interface DriveDetail {
  readonly id: string;
  readonly pciVendorId: number;
  readonly model: string;
  readonly serial: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly controller: ControllerFacts | null;
  readonly namespaces: readonly NamespaceObservation[];
  /** Its logs and settings; undefined until they were read. */
  readonly details: DriveDetails | undefined;
  readonly detailsAt: Date | null;
  /** What costs it performance where it is. */
  readonly findings: readonly Finding[];
  /** Other controllers of the same card. */
  readonly siblings: readonly SiblingDrive[];
  /** The md arrays that it is a part of. */
  readonly volumes: readonly VolumeView[];
  /** Other hosts that list it too, the first first. */
  readonly claims: readonly StandingClaim[];
  /** Why it cannot be read in full; `text` says it as a sentence. */
  readonly problem: (DriveProblem & { readonly text: string }) | null;
  readonly problemSince: Date | null;
  readonly verdict: Verdict;
  readonly verdictSince: Date;
  /** What is wrong with it now, the most urgent first. */
  readonly conditions: readonly DescribedCondition[];
  readonly latest: { readonly time: Date; readonly smart: SmartLog } | undefined;
  /** Where it is now; undefined where no host sees it. */
  readonly place: (Sighting & { readonly hostWord: HostWord }) | undefined;
  /** Where it was last, while it is in no host. */
  readonly lastPlace: LastPlace | undefined;
  /** The newest first. */
  readonly sightings: readonly Sighting[];
  /** Its model in the catalog, where that is known. */
  readonly catalogModel:
    | {
        readonly id: string;
        readonly name: string;
        /** What its power governor can be set to, by this source; empty where none is known. */
        readonly powerGovernorWatts: readonly number[];
        /** Percentage used at which it limits its own writes. */
        readonly writeProtectPercentageUsed: number | undefined;
        readonly source: Pick<Source, "id" | "title" | "publisher" | "published"> | undefined;
      }
    | undefined;
}

/** Everything known of a drive but its history. */
export async function getDrive(
  context: ServiceContext,
  { driveId }: z.infer<typeof getDriveInput>,
): Promise<DriveDetail> {
  requireRight(context, "fleet.view");
  const drive = await context.db.drive.findUnique({
    where: { id: driveId },
    include: {
      state: true,
      conditions: openConditions,
      claims: claimsWithHosts,
      volumes: {
        where: { volume: { endedAt: null } },
        orderBy: { volume: { name: "asc" } },
        take: maxVolumes,
        select: { volume: { include: volumeMembers } },
      },
      sightings: {
        orderBy: { lastSeenAt: "desc" },
        take: maxSightings,
        include: { host: { select: { hostname: true, lastSeenAt: true } } },
      },
    },
  });
  if (!drive) {
    throw new ServiceError("notFound", `There is no drive ${driveId}.`, { remedy: "Search for its serial." });
  }
  const open = drive.sightings.find(({ endedAt }) => endedAt === null);
  const [latest] = await findLatestSamples(context.db, [driveId]);
  const smart = readSmart(latest?.smart);
  const [hearable, findings, siblings, maintenanceOf] = await Promise.all([
    hearableUntil(context.db, context.now),
    open ? placedFindings(context, open, smart) : [],
    open ? findSiblings(context.db, open.hostId, drive) : [],
    maintenanceOfDrives(context.db, drive.conditions.length === 0 ? [] : [driveId], context.now),
  ]);
  const match = findDriveModel(drive.model);
  return {
    id: drive.id,
    pciVendorId: drive.pciVendorId,
    model: drive.model,
    serial: drive.serial,
    firmware: drive.firmware,
    capacityBytes: drive.capacityBytes,
    firstSeenAt: drive.firstSeenAt,
    lastSeenAt: later(drive.lastSeenAt, latest?.time),
    controller: readController(drive.controller) ?? null,
    namespaces: readNamespaces(drive.namespaces),
    details: readDetails(drive.details),
    detailsAt: drive.detailsAt,
    findings,
    siblings,
    claims: drive.claims.map(claimOf),
    volumes: onceEach(drive.volumes.map(({ volume }) => volumeView(volume))),
    problem: describedProblem(drive.problem),
    problemSince: drive.problemSince,
    verdict: drive.state ? verdictOfRank(drive.state.verdictRank) : "unknown",
    verdictSince: drive.state?.verdictSince ?? drive.firstSeenAt,
    conditions: readConditions(drive.conditions, maintenanceOf),
    latest: latest && smart ? { time: latest.time, smart } : undefined,
    place: open && { ...sightingOf(open), hostWord: hostWord(open.host.lastSeenAt, hearable) },
    lastPlace: open || !drive.state?.hostname ? undefined : lastPlaceOf(drive.state.hostname, drive),
    sightings: drive.sightings.map(sightingOf),
    catalogModel: match && catalogModelOf(match.model),
  };
}

/** A sample does not write the drive's own row, which is wide. */
function later(listedAt: Date, sampledAt: Date | undefined): Date {
  return sampledAt !== undefined && sampledAt > listedAt ? sampledAt : listedAt;
}

/** Two partitions of one drive can be members of one array. */
function onceEach(volumes: readonly VolumeView[]): VolumeView[] {
  return [...new Map(volumes.map((volume) => [volume.id, volume])).values()];
}

function describedProblem(column: unknown): DriveDetail["problem"] {
  const problem = readFoundProblem(column);
  if (problem === undefined) return null;
  const { kind, detail, remedy } = problem;
  return { kind, detail, remedy, text: problemText(problem) };
}

function catalogModelOf({ id, name, powerGovernorWatts, wear, sourceId }: DriveModel): DriveDetail["catalogModel"] {
  const writeProtectPercentageUsed = wear?.writeProtectPercentageUsed;
  return { id, name, powerGovernorWatts, writeProtectPercentageUsed, source: findSource(sourceId) };
}

async function placedFindings(
  context: ServiceContext,
  { driveId, hostId }: DriveSighting,
  smart: SmartLog | undefined,
): Promise<readonly Finding[]> {
  const host = await context.db.host.findUnique({ where: { id: hostId }, select: { environment: true } });
  const found = await findingsOf(context, [{ driveId, smart, host: readEnvironment(host?.environment) }]);
  return found.get(driveId)?.findings ?? [];
}

function sightingOf(row: DriveSighting & { host: { hostname: string } }): Sighting {
  const { driveId: _, host, ...rest } = row;
  return { ...rest, queues: readQueues(rest.queues), hostname: host.hostname };
}
