import type { FirmwareNotice } from "@crosspoint/catalog";
import type { Transaction } from "@crosspoint/db";
import { type DriveLogsRow, readDriveLogs } from "@crosspoint/db/queries/drive-logs";
import { findLatestSamples } from "@crosspoint/db/queries/find-latest-samples";
import {
  type EventfulPart,
  type FirstMediaErrors,
  type RecentSample,
  readDaysBefore,
  readEventfulParts,
  readFirstMediaErrors,
  readJudgedDrives,
  readRecentSamples,
  readWarmHours,
  readWearDays,
  type WarmHour,
  type WearDayRow,
} from "@crosspoint/db/queries/health-past";
import type { WearRow } from "@crosspoint/db/queries/write-wear";
import { judgedBy, judgePast, type PastFacts } from "@crosspoint/domain";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import { readSmart } from "../../stored/drive.ts";
import { readLogHistory, readLogs } from "../../stored/drive-logs.ts";
import type { OpenCondition } from "./drive-state.ts";
import { type JudgedDrive, pastFactsOf, type ReadPast } from "./past-facts.ts";
import type { PeerMedians, Peers } from "./peers.ts";
import { settingsFor } from "./settings.ts";
import { haveSameFigures, openCondition } from "./stored-state.ts";
import { besideOthers, capacitorFacts, type ToldLogs } from "./told-logs.ts";
import { wearDay } from "./wear-day.ts";
import { type ComputedWear, wearOf } from "./wear-of.ts";

/** The longest time for which a counter must be quiet, and some. */
const growthDays = 95;
/** Of the last days growth is known by the hour. */
const hourlyDays = 3;
/** Days by which wear is told. */
const wearDays = 180;
const recentMs = hourMs + 5 * 60_000;
const warmMs = 30 * hourMs;
/** Nearer to 55 °C than this, the hours of the last day are looked at. */
const warmKelvin = 318;

/** What is the same for all drives of a turn. */
export interface PastScope {
  readonly now: Date;
  readonly firmware: readonly FirmwareNotice[];
  readonly peers: PeerMedians;
}

/** What a drive's past is judged by, and its wear where it is time for that. */
export interface DrivePast {
  readonly driveId: string;
  readonly facts: PastFacts;
  readonly open: readonly OpenCondition[];
  readonly settings: ReturnType<typeof settingsFor>;
  readonly wear: WearRow | undefined;
}

/** What is read of many drives at once, by drive. */
interface Read {
  readonly parts: ReadonlyMap<string, readonly EventfulPart[]>;
  readonly first: ReadonlyMap<string, FirstMediaErrors>;
  readonly recent: ReadonlyMap<string, readonly RecentSample[]>;
  readonly warm: ReadonlyMap<string, readonly WarmHour[]>;
  readonly days: ReadonlyMap<string, readonly WearDayRow[]>;
  readonly dayBefore: ReadonlyMap<string, readonly WearDayRow[]>;
  readonly logs: ReadonlyMap<string, ToldLogs>;
  /** What others of their model have; undefined where nobody's wear is due. */
  readonly peers: Peers | undefined;
}

export async function readPasts(tx: Transaction, scope: PastScope, driveIds: readonly string[]): Promise<DrivePast[]> {
  const rows = await readJudgedDrives(tx, driveIds);
  const latest = new Map((await findLatestSamples(tx, driveIds)).map(({ driveId, smart }) => [driveId, smart]));
  const drives = rows.map((row): JudgedDrive => ({ ...row, log: readSmart(latest.get(row.id)) }));
  const logs = new Map((await readDriveLogs(tx, driveIds)).map((row) => [row.driveId, toldLogs(row)]));
  const isDue = drives.some((drive) => isWearDue(drive, scope.now) && logs.has(drive.id));
  const peers = isDue ? await scope.peers.read(tx) : undefined;
  const read = { ...(await readOf(tx, scope.now, drives)), logs, peers };
  return drives.map((drive) => pastOf(drive, scope, read));
}

function toldLogs({ toldAt, logs, history }: DriveLogsRow): ToldLogs {
  return { toldAt, logs: readLogs(logs), history: readLogHistory(history) };
}

async function readOf(
  tx: Transaction,
  now: Date,
  drives: readonly JudgedDrive[],
): Promise<Omit<Read, "logs" | "peers">> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const idsOf = (which: (drive: JudgedDrive) => boolean) => drives.filter(which).map(({ id }) => id);
  const hoursSince = ago(hourlyDays * dayMs);
  const parts = await readEventfulParts(
    tx,
    idsOf(() => true),
    { since: ago(growthDays * dayMs), hoursSince },
  );
  const first = await readFirstMediaErrors(
    tx,
    idsOf(({ log }) => log !== undefined && log.mediaErrors !== "0"),
    hoursSince,
  );
  const recent = await readRecentSamples(
    tx,
    idsOf(({ lookAgain }) => lookAgain),
    ago(recentMs),
  );
  const warm = await readWarmHours(tx, idsOf(isWarm), ago(warmMs));
  const days = await readWearDays(
    tx,
    idsOf((drive) => isWearDue(drive, now)),
    ago(wearDays * dayMs),
  );
  // Who was away at the beginning of those days may have been away for longer.
  const begun = new Set(days.filter(({ time }) => time < ago((wearDays - 1) * dayMs)).map(({ driveId }) => driveId));
  const back = [...new Set(days.map(({ driveId }) => driveId))].filter((driveId) => !begun.has(driveId));
  const dayBefore = await readDaysBefore(tx, back, ago(wearDays * dayMs));
  const byDrive = <T extends { readonly driveId: string }>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ driveId }) => driveId);
  return {
    ...{ parts: byDrive(parts), first, recent: byDrive(recent), warm: byDrive(warm) },
    ...{ days: byDrive(days), dayBefore: byDrive(dayBefore) },
  };
}

function isWarm({ log, conditions }: JudgedDrive): boolean {
  return (log?.compositeTemperatureKelvin ?? 0) >= warmKelvin || conditions.some(({ rule }) => rule === "idleHeat");
}

function isWearDue({ wearComputedAt }: JudgedDrive, now: Date): boolean {
  return wearComputedAt === null || wearComputedAt < wearDay(now);
}

function pastOf(drive: JudgedDrive, { now, firmware }: PastScope, read: Read): DrivePast {
  const { id } = drive;
  const days = isWearDue(drive, now) ? (read.days.get(id) ?? []) : undefined;
  const past: ReadPast = {
    parts: read.parts.get(id) ?? [],
    firstMediaErrors: read.first.get(id),
    recent: drive.lookAgain ? (read.recent.get(id) ?? []) : undefined,
    warm: isWarm(drive) ? (read.warm.get(id) ?? []) : undefined,
    days,
    dayBefore: read.dayBefore.get(id)?.[0],
    logs: read.logs.get(id),
  };
  const wear = days && wearOf(drive, days, past.logs, now);
  return {
    driveId: id,
    facts: { ...pastFactsOf(drive, past, firmware), ...wear?.facts, ...besidePeers(drive, past, wear, read.peers) },
    open: drive.conditions.map(openCondition),
    settings: settingsFor(drive),
    wear: wear?.row,
  };
}

/** With the wear: once a day. */
function besidePeers(
  { model, firmware }: JudgedDrive,
  { logs }: ReadPast,
  wear: ComputedWear | undefined,
  peers: Peers | undefined,
): Pick<PastFacts, "amplification" | "capacitor"> {
  if (wear === undefined || peers === undefined) return {};
  return {
    amplification: besideOthers(wear.row.writeAmplification7, peers.amplification(model, firmware)),
    capacitor: capacitorFacts(logs, peers.capacitor(model)),
  };
}

/** Whether the drive's conditions would be others than they are. */
export function changesWith({ facts, open, settings }: DrivePast): boolean {
  const found = judgePast(facts, open, settings);
  const before = new Map(open.filter(({ rule }) => judgedBy(rule) === "worker").map((each) => [each.rule, each]));
  if (found.length !== before.size) return true;
  return found.some((condition) => {
    const known = before.get(condition.rule);
    return known === undefined || !haveSameFigures(known, condition);
  });
}
