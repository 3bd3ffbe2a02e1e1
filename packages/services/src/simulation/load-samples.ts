import { loadSimulatedSamples } from "@crosspoint/db/queries/load-simulated-samples";
import { isSimulatedSerial } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

/** Of one statement; a quarter of a year in the simulator's cadence has 1,100. */
const samplesLimit = 100_000;
/** A PostgreSQL array of whole numbers. */
const column = z
  .string()
  .max(samplesLimit * 21)
  .regex(/^\{\d+(,\d+)*\}$/, "must be an array of whole numbers such as {1,2}");

/** A line of `fleetsim samples`: what a simulated drive said while it was in one simulated host. */
export const sampleLine = z.object({
  installationId: z.uuid(),
  drive: z.object({ pciVendorId: z.int(), model: z.string(), serial: z.string() }),
  samples: z.int().min(1).max(samplesLimit),
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

/**
 * Stores the past of a simulated drive at once, faster than its host could report it. There is no such way for a real
 * drive: what real hosts say is judged event by event.
 */
export async function loadSamples(context: ServiceContext, input: unknown): Promise<number> {
  requireRight(context, "system.maintain");
  const { installationId, drive: identity, columns } = parseInput(sampleLine, input, "The line of samples");
  const [host, drive] = await Promise.all([
    context.db.host.findUnique({ where: { installationId }, select: { id: true, simulated: true } }),
    context.db.drive.findUnique({ where: { pciVendorId_model_serial: identity }, select: { id: true } }),
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
  return inTransaction(context.db, (tx) => loadSimulatedSamples(tx, { driveId: drive.id, hostId: host.id }, columns));
}
