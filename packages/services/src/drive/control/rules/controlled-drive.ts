import type { Database, Prisma, Transaction } from "@crosspoint/db";
import type {
  ControllerFacts,
  DriveDetails,
  DriveProblem,
  HostPolicy,
  NamespaceObservation,
} from "@crosspoint/protocol";
import { openCommandStates, openRunStates } from "../../../command/rules/open-work.ts";
import { ServiceError } from "../../../errors.ts";
import { readController, readDetails, readNamespaces, readProblem } from "../../../stored/drive.ts";
import { readEnvironment } from "../../../stored/host.ts";
import { claimOf, claimsWithHosts, type StandingClaim } from "../../rules/claims.ts";

/** A drive as the rules of its controls see it. */
export interface ControlledDrive {
  readonly id: string;
  readonly pciVendorId: number;
  readonly model: string;
  readonly serial: string;
  readonly controller: ControllerFacts | null;
  readonly namespaces: readonly NamespaceObservation[];
  /** What its agent read of it; undefined until it has. */
  readonly details: DriveDetails | undefined;
  /** Why it cannot be read now, or not in full. */
  readonly problem: DriveProblem["kind"] | null;
  /** Where it is now; undefined where no host sees it. */
  readonly host: ControlledHost | undefined;
  /** Other hosts that list it too. */
  readonly claims: readonly StandingClaim[];
  /** A benchmark of it that is asked for or running. */
  readonly openRun: boolean;
  /** A command to it that is asked for or being carried out: what, in the words of its request. */
  readonly openCommand: { readonly id: string; readonly kind: string } | undefined;
}

export interface ControlledHost {
  readonly id: string;
  readonly hostname: string;
  readonly lastSeenAt: Date | null;
  /** It carries out no commands. */
  readonly simulated: boolean;
  /** Undefined from an agent that is too old to tell. */
  readonly policy: HostPolicy | undefined;
}

/** The drive as it stands now. Throws `notFound` for one that never was. */
export async function loadControlledDrive(db: Database | Transaction, driveId: string): Promise<ControlledDrive> {
  const [drive] = await loadControlledDrives(db, [driveId]);
  if (drive === undefined) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  return drive;
}

const withHost = {
  claims: claimsWithHosts,
  sightings: {
    where: { endedAt: null },
    orderBy: { lastSeenAt: "desc" },
    take: 1,
    include: { host: { select: { id: true, hostname: true, lastSeenAt: true, simulated: true, environment: true } } },
  },
} as const;
type StoredDrive = Prisma.DriveGetPayload<{ include: typeof withHost }>;

/** The same of many; those that are no more are missing. */
export async function loadControlledDrives(
  db: Database | Transaction,
  driveIds: readonly string[],
): Promise<ControlledDrive[]> {
  const ids = [...driveIds];
  const drives = await db.drive.findMany({ where: { id: { in: ids } }, include: withHost });
  const [runs, commands] = await Promise.all([
    db.benchmarkRunDrive.findMany({
      where: { driveId: { in: ids }, run: { state: { in: [...openRunStates] } } },
      select: { driveId: true, run: { select: { hostId: true } } },
    }),
    db.command.findMany({
      where: { driveId: { in: ids }, state: { in: [...openCommandStates] } },
      select: { id: true, driveId: true, hostId: true, payload: true },
    }),
  ]);
  return drives.map((drive) => {
    const hostId = drive.sightings[0]?.host.id;
    const isHere = (work: { hostId: string | null }) => hostId === undefined || work.hostId === hostId;
    const command = commands.find((each) => each.driveId === drive.id && isHere(each));
    return {
      ...controlledDrive(drive),
      openRun: runs.some(({ driveId, run }) => driveId === drive.id && isHere(run)),
      openCommand: command ? { id: command.id, kind: actionKindOf(command.payload) } : undefined,
    };
  });
}

function controlledDrive(drive: StoredDrive): Omit<ControlledDrive, "openRun" | "openCommand"> {
  const host = drive.sightings[0]?.host;
  return {
    id: drive.id,
    pciVendorId: drive.pciVendorId,
    model: drive.model,
    serial: drive.serial,
    controller: readController(drive.controller) ?? null,
    namespaces: readNamespaces(drive.namespaces),
    details: readDetails(drive.details),
    problem: readProblem(drive.problem)?.kind ?? null,
    host: host && {
      id: host.id,
      hostname: host.hostname,
      lastSeenAt: host.lastSeenAt,
      simulated: host.simulated,
      policy: readEnvironment(host.environment)?.policy,
    },
    claims: drive.claims.map(claimOf),
  };
}

function actionKindOf(payload: unknown): string {
  return (payload as { action?: { kind?: string } }).action?.kind ?? "unknown";
}
