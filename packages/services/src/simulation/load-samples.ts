import type { PlainDatabase, PlainTransaction } from "@crosspoint/db";
import { BinaryWriter } from "@crosspoint/db/binary/writer";
import { CopiedRollups } from "@crosspoint/db/queries/copied-rollups";
import { findDriveIds } from "@crosspoint/db/queries/find-drive-ids";
import { addHealthMarks } from "@crosspoint/db/queries/health-marks";
import { CopiedSamples } from "@crosspoint/db/queries/insert-smart-samples";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import { addMarks, takeMarksOf } from "@crosspoint/db/queries/rollup-marks";
import { clearRollups, forgetWear, readSampledTimes } from "@crosspoint/db/queries/simulated-past";
import { smartLogBytesMost, writeSmartLog } from "@crosspoint/db/queries/smart-log-bytes";
import { isSimulatedSerial } from "@crosspoint/domain";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { requireRight } from "../rights.ts";
import { samplesKeptFrom } from "../telemetry/rules/retention.ts";
import { settledBefore } from "../telemetry/rules/settled.ts";
import { inPlainTransaction } from "../transaction.ts";
import { rollUpPast } from "./roll-up-past.ts";
import { type SampleColumns, type SampleLine, sampleLines } from "./sample-line.ts";

/** About what a row takes: as much room is made at once, and more where it is not enough. */
const sampleBytes = 320;
const rollupBytes = 820;

/** A drive's samples, and who took them. */
interface Past {
  readonly driveId: string;
  /** Of each sample. */
  readonly hostIds: readonly string[];
  readonly columns: SampleColumns;
}

/** From when on samples are kept, and until when hours and days are over. */
interface Bounds {
  readonly now: Date;
  readonly keptFromMs: number;
  readonly hoursTo: Date;
  readonly daysTo: Date;
}

/**
 * Stores the past of simulated drives at once, faster than their hosts could report it, rolled up; samples as far back as they are
 * kept. A line is a drive's whole past: hours and days of other lines from its first sample on are replaced. There is no such way for a real drive: what real hosts say is judged event by event. Returns how many samples were added.
 */
export async function loadSamples(context: ServiceContext, plain: PlainDatabase, input: unknown): Promise<number> {
  requireRight(context, "system.maintain");
  const lines = parseInput(sampleLines, input, "The lines of samples");
  const pasts = await findPasts(context, plain, lines);
  const { now } = context;
  const bounds: Bounds = {
    now,
    keptFromMs: (await samplesKeptFrom(context.db, now)).getTime(),
    hoursTo: settledBefore(now, hourMs),
    daysTo: settledBefore(now, dayMs),
  };
  return inPlainTransaction(plain, (tx) => store(tx, pasts, bounds));
}

async function findPasts({ db }: ServiceContext, plain: PlainDatabase, lines: readonly SampleLine[]): Promise<Past[]> {
  const installationIds = [...new Set(lines.flatMap(({ stays }) => stays.map((stay) => stay.installationId)))];
  const hosts = await db.host.findMany({
    where: { installationId: { in: installationIds } },
    select: { id: true, installationId: true, simulated: true },
    take: installationIds.length,
  });
  const hostOf = new Map(hosts.map((host) => [host.installationId, host]));
  const drives = await findDriveIds(
    plain.statement,
    lines.map(({ drive }) => drive),
  );
  const idOf = new Map(drives.map((drive) => [identityText(drive), drive.id]));
  return lines.map(({ drive, stays, columns }) => {
    const driveId = idOf.get(identityText(drive));
    const hostIds = stays.flatMap(({ installationId, samples }) => {
      const host = hostOf.get(installationId);
      if (host === undefined || driveId === undefined) throw unknownDrive(drive);
      if (!host.simulated || !isSimulatedSerial(drive.serial)) throw realDrive(drive);
      return new Array<string>(samples).fill(host.id);
    });
    if (driveId === undefined) throw unknownDrive(drive);
    return { driveId, hostIds, columns };
  });
}

const unknownDrive = ({ serial }: SampleLine["drive"]) =>
  new ServiceError("notFound", `The host of ${serial} has not reported that drive yet.`, {
    remedy: "Tell the fleet's history first: fleetsim history.",
  });
const realDrive = ({ model, serial }: SampleLine["drive"]) =>
  new ServiceError("forbidden", `${model} ${serial} is not a simulated drive in a simulated host.`);

/** What is not over yet is left to the worker, and so is an hour that has other samples as well. */
async function store(tx: PlainTransaction, pasts: readonly Past[], bounds: Bounds): Promise<number> {
  const { hoursTo, daysTo, now } = bounds;
  const driveIds = pasts.map(({ driveId }) => driveId).toSorted();
  const from = new Date(Math.min(...pasts.map(({ columns: { timeMs } }) => timeMs[0] ?? 0)));
  // Whoever rolls some of it up right now is waited for.
  await takeMarksOf(tx, "smart_hour_mark", driveIds, hoursTo);
  await takeMarksOf(tx, "smart_day_mark", driveIds, daysTo);
  await clearRollups(tx, driveIds, { from, hoursTo, daysTo });
  const sampled = await readTimes(tx, driveIds, from);
  const added = copySamples(tx, pasts, sampled, bounds);
  copyRollups(tx, pasts, bounds);
  const hoursOfOthers = pasts.flatMap(({ driveId, columns }) => {
    const told = new Set(columns.timeMs);
    const others = Array.from(sampled.get(driveId) ?? []).filter((timeMs) => !told.has(timeMs));
    return others.map((timeMs) => ({ driveId, time: new Date(Math.floor(timeMs / hourMs) * hourMs) }));
  });
  await addMarks(tx, "smart_hour_mark", [
    ...marksOf(driveIds, { from: hoursTo, now, lengthMs: hourMs }),
    ...hoursOfOthers,
  ]);
  await addMarks(tx, "smart_day_mark", marksOf(driveIds, { from: daysTo, now, lengthMs: dayMs }));
  // Whoever was judged today was judged without it.
  await addHealthMarks(tx, driveIds);
  await forgetWear(tx, driveIds);
  return added;
}

/** By their drives. */
async function readTimes(
  tx: PlainTransaction,
  driveIds: readonly string[],
  from: Date,
): Promise<Map<string, Set<number>>> {
  const ofDrives = Map.groupBy(await readSampledTimes(tx, driveIds, from), ({ driveId }) => driveId);
  return new Map(Array.from(ofDrives, ([id, samples]) => [id, new Set(samples.map(({ time }) => time.getTime()))]));
}

/** One behind the other in time, as they would have come: then those of a partition are neighbours. Returns how many there are. */
function copySamples(
  tx: PlainTransaction,
  pasts: readonly Past[],
  sampled: ReadonlyMap<string, ReadonlySet<number>>,
  { keptFromMs }: Bounds,
): number {
  const samples = pasts
    .flatMap((past) => {
      const stored = sampled.get(past.driveId);
      return past.columns.timeMs.flatMap((timeMs, place) =>
        timeMs < keptFromMs || stored?.has(timeMs) ? [] : { past, timeMs, place },
      );
    })
    .toSorted((a, b) => a.timeMs - b.timeMs);
  const rows = new CopiedSamples(new BinaryWriter(samples.length * sampleBytes));
  const log = new BinaryWriter(smartLogBytesMost);
  for (const { past, timeMs, place } of samples) {
    log.clear();
    writeSmartLog(log, logOf(past.columns, place));
    const hostId = past.hostIds[place] ?? "";
    rows.add(past.driveId, hostId, timeMs, { bytes: log.bytes, from: 0, end: log.at });
  }
  rows.send(tx.later);
  return samples.length;
}

function logOf(columns: SampleColumns, place: number) {
  const of = (name: keyof SampleColumns): number => columns[name][place] ?? 0;
  return {
    criticalWarning: of("criticalWarning"),
    compositeTemperatureKelvin: of("compositeTemperatureKelvin"),
    availableSparePercent: of("availableSparePercent"),
    availableSpareThresholdPercent: of("availableSpareThresholdPercent"),
    percentageUsed: of("percentageUsed"),
    dataUnitsRead: of("dataUnitsRead"),
    dataUnitsWritten: of("dataUnitsWritten"),
    hostReadCommands: of("hostReadCommands"),
    hostWriteCommands: of("hostWriteCommands"),
    controllerBusyTimeMinutes: of("controllerBusyTimeMinutes"),
    powerCycles: of("powerCycles"),
    powerOnHours: of("powerOnHours"),
    unsafeShutdowns: of("unsafeShutdowns"),
    mediaErrors: of("mediaErrors"),
    errorLogEntries: of("errorLogEntries"),
    warningTemperatureTimeMinutes: of("warningTemperatureTimeMinutes"),
    // It never reaches it.
    criticalTemperatureTimeMinutes: 0,
    temperatureSensorsKelvin: [of("compositeTemperatureKelvin")],
  };
}

function copyRollups(tx: PlainTransaction, pasts: readonly Past[], { hoursTo, daysTo }: Bounds): void {
  const samples = pasts.reduce((sum, { hostIds }) => sum + hostIds.length, 0);
  const hours = new CopiedRollups("smart_hour", new BinaryWriter(samples * rollupBytes));
  const daysMost = pasts.reduce((sum, { columns: { timeMs } }) => sum + daysBetween(timeMs), 0);
  const days = new CopiedRollups("smart_day", new BinaryWriter(daysMost * rollupBytes));
  for (const { driveId, columns } of pasts) {
    for (const hour of rollUpPast(driveId, columns, hourMs)) if (hour.timeMs < hoursTo.getTime()) hours.add(hour);
    for (const day of rollUpPast(driveId, columns, dayMs)) if (day.timeMs < daysTo.getTime()) days.add(day);
  }
  hours.send(tx.later);
  days.send(tx.later);
}

function daysBetween(timesMs: readonly number[]): number {
  return Math.floor(((timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)) / dayMs) + 2;
}

function marksOf(driveIds: readonly string[], { from, now, lengthMs }: { from: Date; now: Date; lengthMs: number }) {
  const count = Math.floor((now.getTime() - from.getTime()) / lengthMs) + 1;
  const times = Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * lengthMs));
  return times.flatMap((time) => driveIds.map((driveId) => ({ driveId, time })));
}
