import { countDriveReadings, countDrives, type DriveGroup } from "@crosspoint/db/queries/count-drives";
import { findDrives } from "@crosspoint/db/queries/find-drives";
import type { HealthStatus } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { hostSilentAfterMs } from "../health/rules/silence.ts";
import { healthReasonsOf, healthStatuses, healthStatusOf } from "../health/rules/verdict.ts";
import { requireRight } from "../rights.ts";

const maxAttention = 50;
const maxGroups = 50;
/** A temperature older than this says nothing of now. */
const readingsOfLastMs = 3_600_000;

export interface DriveInNeed {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  readonly hostname: string | undefined;
  readonly verdict: HealthStatus;
  /** The first reason, ready to read. */
  readonly why: string;
  readonly since: Date | undefined;
}

/** A drive that its host holds and that another one lists too; a person is to settle whose it is. */
export interface ContestedDrive {
  readonly id: string;
  readonly model: string;
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
  readonly hosts: number;
  readonly drives: number;
  readonly byVerdict: readonly { readonly verdict: HealthStatus; readonly count: number }[];
  readonly byModel: readonly { readonly model: string; readonly count: number }[];
  readonly byFirmware: readonly { readonly model: string; readonly firmware: string; readonly count: number }[];
  readonly temperatures: readonly { readonly kelvin: number; readonly count: number }[];
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
  const [hosts, groups, readings, need, contested, silent] = await Promise.all([
    context.db.host.count({ where: { keyRevokedAt: null } }),
    countDrives(context.db, maxGroups),
    countDriveReadings(context.db, readingsSince),
    drivesInNeed(context),
    contestedDrives(context),
    silentHosts(context),
  ]);
  const of = (kind: DriveGroup["kind"]) => groups.filter((group) => group.kind === kind);
  const byVerdict = of("verdict").map(({ value, count }) => ({ verdict: healthStatusOf(value), count }));
  return {
    hosts,
    drives: byVerdict.reduce((sum, { count }) => sum + count, 0),
    byVerdict: byVerdict.toSorted((a, b) => healthStatuses.indexOf(a.verdict) - healthStatuses.indexOf(b.verdict)),
    byModel: of("model").map(({ value, count }) => ({ model: value, count })),
    byFirmware: of("firmware").map(({ value, detail, count }) => ({ model: detail, firmware: value, count })),
    temperatures: readings
      .filter(({ kind }) => kind === "temperatureKelvin")
      .map(({ value, count }) => ({ kelvin: value, count })),
    percentagesUsed: readings
      .filter(({ kind }) => kind === "percentageUsed")
      .map(({ value, count }) => ({ percent: value, count })),
    ...need,
    ...contested,
    ...silent,
  };
}

async function drivesInNeed({ db }: ServiceContext): Promise<Pick<Fleet, "drivesInNeed" | "drivesInNeedTotal">> {
  const verdicts = healthStatuses.filter((status) => status !== "good");
  const sort = { column: "verdict", descending: false } as const;
  const { total, drives } = await findDrives(db, { verdicts, present: true }, sort, { offset: 0, limit: maxAttention });
  const rows = await db.drive.findMany({
    where: { id: { in: drives.map(({ id }) => id) } },
    select: { id: true, problem: true, problemSince: true, latest: { select: { reasons: true, verdictSince: true } } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    drivesInNeedTotal: total,
    drivesInNeed: drives.map(({ id, model, serial, hostname, verdict }) => {
      const row = byId.get(id);
      const problem = row?.problem as { detail: string } | null | undefined;
      const reason = healthReasonsOf(row?.latest?.reasons)[0];
      return {
        id,
        model,
        serial,
        hostname: hostname ?? undefined,
        verdict: healthStatusOf(verdict),
        why: problem?.detail ?? reason?.text ?? "No health sample has arrived yet.",
        since: (problem ? row?.problemSince : row?.latest?.verdictSince) ?? undefined,
      };
    }),
  };
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
      serial: drive.serial,
      hostname: drive.sightings[0]?.host.hostname,
      claimant: host.hostname,
      since,
    })),
  };
}

async function silentHosts({ db, now }: ServiceContext): Promise<Pick<Fleet, "silentHosts" | "silentHostsTotal">> {
  const before = new Date(now.getTime() - hostSilentAfterMs);
  const where = { keyRevokedAt: null, OR: [{ lastSeenAt: null }, { lastSeenAt: { lt: before } }] };
  const [total, hosts] = await Promise.all([
    db.host.count({ where }),
    db.host.findMany({
      where,
      orderBy: { lastSeenAt: { sort: "desc", nulls: "last" } },
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
