import {
  countDriveReadings,
  countDrives,
  type DriveDistribution,
  type DriveGroup,
  lowestTemperatureLimits,
  type TemperatureLimits,
} from "@crosspoint/db/queries/count-drives";
import type { Verdict } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { type Reachability, reachability } from "../health/gateway-pulse.ts";
import { verdictCounts } from "../health/rules/verdict-counts.ts";
import { requireRight } from "../rights.ts";
import { type DriveInNeed, drivesInNeed } from "./rules/drives-in-need.ts";

const maxAttention = 50;
const maxGroups = 50;
/** A temperature older than this says nothing of now. */
const readingsOfLastMs = 3_600_000;

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

export interface Fleet {
  readonly reachability: Reachability;
  readonly hosts: number;
  readonly drives: number;
  /** All drives, in hosts or not; the most urgent first. */
  readonly byVerdict: readonly { readonly verdict: Verdict; readonly count: number }[];
  readonly byModel: readonly {
    readonly model: string;
    readonly productName: string | undefined;
    readonly count: number;
  }[];
  readonly byFirmware: readonly {
    readonly model: string;
    readonly productName: string | undefined;
    readonly firmware: string;
    readonly count: number;
  }[];
  readonly temperatures: readonly { readonly kelvin: number; readonly count: number }[];
  /** The lowest limits of the models in the fleet. */
  readonly temperatureLimits: TemperatureLimits;
  readonly percentagesUsed: readonly { readonly percent: number; readonly count: number }[];
  /** The most urgent first, at most fifty; `drivesInNeedTotal` counts them all. */
  readonly drivesInNeed: readonly DriveInNeed[];
  readonly drivesInNeedTotal: number;
  /** The longest first. */
  readonly contestedDrives: readonly ContestedDrive[];
  readonly contestedDrivesTotal: number;
  readonly silentHosts: readonly SilentHost[];
  readonly silentHostsTotal: number;
}

/** The whole fleet at a glance: what needs attention and why, and how its drives are spread. */
export async function getFleet(context: ServiceContext): Promise<Fleet> {
  requireRight(context, "fleet.view");
  const readingsSince = new Date(context.now.getTime() - readingsOfLastMs);
  const [hosts, groups, readings, temperatureLimits, need, contested, silent, reached] = await Promise.all([
    context.db.host.count({ where: { keyRevokedAt: null } }),
    countDrives(context.db, maxGroups),
    countDriveReadings(context.db, readingsSince),
    lowestTemperatureLimits(context.db, { since: readingsSince, maxModels: maxGroups }),
    drivesInNeed(context, maxAttention),
    contestedDrives(context),
    silentHosts(context),
    reachability(context),
  ]);
  const of = (kind: DriveGroup["kind"]) => groups.filter((group) => group.kind === kind);
  const byVerdict = verdictCounts(groups);
  const drives = of("all")[0]?.count ?? 0;
  const good = byVerdict.find(({ verdict }) => verdict === "good")?.count ?? 0;
  return {
    reachability: reached,
    hosts,
    drives,
    byVerdict,
    byModel: of("model").map(({ value, count }) => ({ model: value, productName: productNameOf(value), count })),
    byFirmware: of("firmware").map(({ value, detail, count }) => ({
      model: detail,
      productName: productNameOf(detail),
      firmware: value,
      count,
    })),
    temperatures: readingsOf(readings, "temperatureKelvin").map(({ value, count }) => ({ kelvin: value, count })),
    temperatureLimits,
    percentagesUsed: readingsOf(readings, "percentageUsed").map(({ value, count }) => ({ percent: value, count })),
    drivesInNeed: need,
    drivesInNeedTotal: drives - good,
    ...contested,
    ...silent,
  };
}

function readingsOf(readings: readonly DriveDistribution[], kind: DriveDistribution["kind"]) {
  return readings.filter((reading) => reading.kind === kind);
}

async function contestedDrives({
  db,
}: ServiceContext): Promise<Pick<Fleet, "contestedDrives" | "contestedDrivesTotal">> {
  const where = { dismissedAt: null, shared: false };
  const hostname = { select: { hostname: true } } as const;
  const [total, claims] = await Promise.all([
    db.driveClaim.count({ where }),
    db.driveClaim.findMany({
      where,
      orderBy: [{ since: "asc" }, { driveId: "asc" }],
      take: maxAttention,
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

async function silentHosts({ db }: ServiceContext): Promise<Pick<Fleet, "silentHosts" | "silentHostsTotal">> {
  const where = { keyRevokedAt: null, notReportingSince: { not: null } };
  const [total, hosts] = await Promise.all([
    db.host.count({ where }),
    db.host.findMany({
      where,
      orderBy: [{ notReportingSince: "desc" }, { id: "asc" }],
      take: maxAttention,
      include: { _count: { select: { sightings: { where: { endedAt: null } } } } },
    }),
  ]);
  return {
    silentHostsTotal: total,
    silentHosts: hosts.map(({ id, hostname, lastSeenAt, _count }) => ({
      id,
      hostname,
      lastSeenAt,
      drives: _count.sightings,
    })),
  };
}
