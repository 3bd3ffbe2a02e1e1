import { expectedLifecycles } from "@crosspoint/db/queries/match-drives";
import type { ServiceContext } from "../../context.ts";
import { productNameOf } from "../../drive/rules/product-name.ts";
import { maintenanceOfHosts, openWindows } from "../../maintenance/rules/in-maintenance.ts";

/** Shown of each kind; the others are a link away. */
const maxShown = 10;

/** A drive that its host holds and that another one lists too; a person is to settle whose it is. */
export interface ContestedDrive {
  readonly id: string;
  readonly model: string;
  readonly productName: string | undefined;
  readonly serial: string;
  /** Undefined where no host has it now. */
  readonly hostname: string | undefined;
  readonly claimant: string;
  readonly since: Date;
}

export interface SilentHost {
  readonly id: string;
  readonly hostname: string;
  readonly lastSeenAt: Date | null;
  readonly drives: number;
}

export interface HostsInNeed {
  /** The longest first, at most ten. */
  readonly contestedDrives: readonly ContestedDrive[];
  /** Drives, whatever the number of hosts that list them. */
  readonly contestedDrivesTotal: number;
  /** Without those that fell silent in maintenance; the newest first, at most ten. */
  readonly silentHosts: readonly SilentHost[];
  readonly silentHostsTotal: number;
  /** Those that fell silent in a maintenance window that is open. */
  readonly silentHostsInMaintenance: number;
}

/** Hosts that have fallen silent, and drives that two of them list. */
export async function hostsInNeed(context: ServiceContext): Promise<HostsInNeed> {
  const [contested, silent] = await Promise.all([contestedDrives(context), silentHosts(context)]);
  return { ...contested, ...silent };
}

async function contestedDrives({ db }: ServiceContext) {
  const open = { dismissedAt: null, shared: false };
  const expected = { lifecycle: { in: [...expectedLifecycles] } };
  const hostname = { select: { hostname: true } } as const;
  const [total, claims] = await Promise.all([
    db.driveState.count({ where: { ...expected, drive: { claims: { some: open } } } }),
    db.driveClaim.findMany({
      where: { ...open, drive: expected },
      orderBy: [{ since: "asc" }, { driveId: "asc" }],
      take: maxShown,
      include: {
        host: hostname,
        drive: {
          select: { model: true, serial: true, sightings: { where: { endedAt: null }, include: { host: hostname } } },
        },
      },
    }),
  ]);
  return {
    contestedDrivesTotal: total,
    contestedDrives: claims.map(({ driveId, since, host, drive }) => ({
      id: driveId,
      model: drive.model,
      productName: productNameOf(drive.model),
      serial: drive.serial,
      hostname: drive.sightings[0]?.host.hostname,
      claimant: host.hostname,
      since,
    })),
  };
}

/** Silent hosts that are looked at for whether work on them is expected, the last to fall silent. */
const maxMaintained = 10_000;

/** Those that fell silent in a maintenance window that is open. */
async function silentInMaintenance({ db, now }: ServiceContext): Promise<string[]> {
  const windows = await openWindows(db, now);
  if (windows.length === 0) return [];
  const hosts = await db.host.findMany({
    where: isSilent,
    select: { id: true, notReportingSince: true },
    orderBy: [{ notReportingSince: "desc" }, { id: "asc" }],
    take: maxMaintained,
  });
  const maintenanceOf = await maintenanceOfHosts(
    db,
    hosts.map(({ id }) => id),
    now,
  );
  return hosts.flatMap(({ id, notReportingSince: since }) =>
    since !== null && maintenanceOf(id, { rule: "hostNotReporting", since }) ? [id] : [],
  );
}

const isSilent = { keyRevokedAt: null, notReportingSince: { not: null } };

async function silentHosts(context: ServiceContext) {
  const { db } = context;
  const maintained = await silentInMaintenance(context);
  const where = { ...isSilent, id: { notIn: maintained } };
  const [total, hosts] = await Promise.all([
    db.host.count({ where }),
    db.host.findMany({
      where,
      orderBy: [{ notReportingSince: "desc" }, { id: "asc" }],
      take: maxShown,
      include: { _count: { select: { states: { where: { lifecycle: { in: [...expectedLifecycles] } } } } } },
    }),
  ]);
  return {
    silentHostsTotal: total,
    silentHostsInMaintenance: maintained.length,
    silentHosts: hosts.map(({ id, hostname, lastSeenAt, _count }) => ({
      id,
      hostname,
      lastSeenAt,
      drives: _count.states,
    })),
  };
}
