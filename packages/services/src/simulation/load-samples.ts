import type { Transaction } from "@crosspoint/db";
import { addUpDays } from "@crosspoint/db/queries/add-up-days";
import { addHealthMarks } from "@crosspoint/db/queries/health-marks";
import { loadSimulatedSamples } from "@crosspoint/db/queries/load-simulated-samples";
import { rollUpHours } from "@crosspoint/db/queries/roll-up-hours";
import { addMarks, takeMarksOf } from "@crosspoint/db/queries/rollup-marks";
import { isSimulatedSerial } from "@crosspoint/domain";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { requireRight } from "../rights.ts";
import { settledBefore } from "../telemetry/rules/settled.ts";
import { inTransaction } from "../transaction.ts";

/** Of one statement; a quarter of a year in the simulator's cadence has 1,100. */
const samplesLimit = 100_000;
/** Of one transaction. */
export const linesLimit = 100;
/** A PostgreSQL array of whole numbers. */
const column = z
  .string()
  .max(samplesLimit * 21)
  .regex(/^\{\d+(,\d+)*\}$/, "must be an array of whole numbers such as {1,2}");

/** A line of `fleetsim samples`: what a simulated drive said while it was in one simulated host. */
const sampleLine = z.object({
  installationId: z.uuid(),
  drive: z.object({ pciVendorId: z.int(), model: z.string(), serial: z.string() }),
  samples: z.int().min(1).max(samplesLimit),
  firstMs: z.int().min(0),
  columns: z.object({
    timeMs: column,
    criticalWarning: column,
    temperatureKelvin: column,
    sparePercent: column,
    spareThresholdPercent: column,
    percentageUsed: column,
    unitsRead: column,
    unitsWritten: column,
    readCommands: column,
    writeCommands: column,
    busyMinutes: column,
    powerCycles: column,
    powerOnHours: column,
    unsafeShutdowns: column,
    mediaErrors: column,
    errorEntries: column,
    warningMinutes: column,
  }),
});
const sampleLines = z.array(sampleLine).min(1).max(linesLimit);
type SampleLine = z.infer<typeof sampleLine>;

/**
 * Stores the past of simulated drives at once, faster than their hosts could report it, and rolls it up. There is no such way
 * for a real drive: what real hosts say is judged event by event.
 */
export async function loadSamples(context: ServiceContext, input: unknown): Promise<number> {
  requireRight(context, "system.maintain");
  const lines = parseInput(sampleLines, input, "The lines of samples");
  const places = await Promise.all(lines.map((line) => placeOf(context, line)));
  return inTransaction(context.db, async (tx) => {
    let stored = 0;
    for (const [index, { columns }] of lines.entries()) {
      const place = places[index];
      if (place !== undefined) stored += await loadSimulatedSamples(tx, place, columns);
    }
    const driveIds = [...new Set(places.map(({ driveId }) => driveId))].toSorted();
    await rollUp(tx, driveIds, { since: Math.min(...lines.map(({ firstMs }) => firstMs)), now: context.now });
    // Whoever was judged today was judged without it.
    await tx.driveWear.deleteMany({ where: { driveId: { in: driveIds } } });
    await addHealthMarks(tx, driveIds);
    return stored;
  });
}

async function placeOf({ db }: ServiceContext, { installationId, drive: identity }: SampleLine) {
  const [host, drive] = await Promise.all([
    db.host.findUnique({ where: { installationId }, select: { id: true, simulated: true } }),
    db.drive.findUnique({ where: { pciVendorId_model_serial: identity }, select: { id: true } }),
  ]);
  if (host === null || drive === null) {
    throw new ServiceError("notFound", `The host of ${identity.serial} has not reported that drive yet.`, {
      remedy: "Tell the fleet's history first: fleetsim history.",
    });
  }
  if (!host.simulated || !isSimulatedSerial(identity.serial)) {
    throw new ServiceError(
      "forbidden",
      `${identity.model} ${identity.serial} is not a simulated drive in a simulated host.`,
    );
  }
  return { driveId: drive.id, hostId: host.id };
}

/** All hours and days that are over in one go, those among them that the worker had marks for; the rest is marked for it. */
async function rollUp(
  tx: Transaction,
  driveIds: string[],
  { since, now }: { since: number; now: Date },
): Promise<void> {
  const from = (lengthMs: number) => new Date(Math.floor(since / lengthMs) * lengthMs);
  const hours = { from: from(hourMs), to: settledBefore(now, hourMs) };
  const days = { from: from(dayMs), to: settledBefore(now, dayMs) };
  await takeMarksOf(tx, "smart_hour_mark", driveIds, hours.to);
  await takeMarksOf(tx, "smart_day_mark", driveIds, days.to);
  await rollUpHours(tx, driveIds, hours);
  await addUpDays(tx, driveIds, days);
  await addMarks(tx, "smart_hour_mark", marksOf(driveIds, { from: hours.to, now, lengthMs: hourMs }));
  await addMarks(tx, "smart_day_mark", marksOf(driveIds, { from: days.to, now, lengthMs: dayMs }));
}

function marksOf(driveIds: readonly string[], { from, now, lengthMs }: { from: Date; now: Date; lengthMs: number }) {
  const count = Math.floor((now.getTime() - from.getTime()) / lengthMs) + 1;
  const times = Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * lengthMs));
  return times.flatMap((time) => driveIds.map((driveId) => ({ driveId, time })));
}
