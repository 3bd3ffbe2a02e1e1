import { type DriveRecord, driveSortColumns, findDrives } from "@crosspoint/db/queries/find-drives";
import type { HealthStatus } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { healthStatuses, healthStatusOf } from "../health/rules/verdict.ts";
import { requireRight } from "../rights.ts";

const maxPage = 500;
const maxChoices = 200;

export const listDrivesInput = z.object({
  search: z.string().trim().max(100).optional(),
  verdicts: z.array(z.enum(healthStatuses)).max(healthStatuses.length).optional(),
  models: z.array(z.string().max(64)).max(maxChoices).optional(),
  firmwares: z.array(z.string().max(64)).max(maxChoices).optional(),
  hostIds: z.array(z.uuid()).max(maxChoices).optional(),
  sort: z.enum(driveSortColumns).default("verdict"),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(maxPage).default(100),
  /** Where the page begins. */
  cursor: z.int().min(0).max(10_000_000).default(0),
});

export interface DriveListEntry {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | undefined;
  readonly verdict: HealthStatus;
  readonly problemKind: string | undefined;
  readonly temperatureKelvin: number | undefined;
  readonly percentageUsed: number | undefined;
  readonly dataUnitsWritten: bigint | undefined;
  readonly powerOnHours: bigint | undefined;
  readonly sampledAt: Date | undefined;
  readonly lastSeenAt: Date;
  readonly host: { readonly id: string; readonly name: string; readonly controllerName: string } | undefined;
  /** Another host lists it too, and nobody has settled whose it is. */
  readonly contested: boolean;
}

export interface DriveList {
  readonly drives: readonly DriveListEntry[];
  /** All that the filter lets through. */
  readonly total: number;
  readonly nextCursor: number | undefined;
}

/** A page of the drives, each with its newest sample; never touches the time series. */
export async function listDrives(context: ServiceContext, input: z.infer<typeof listDrivesInput>): Promise<DriveList> {
  requireRight(context, "fleet.view");
  const { sort, descending, limit, cursor, ...filter } = input;
  const page = { offset: cursor, limit };
  const { total, drives } = await findDrives(context.db, filter, { column: sort, descending }, page);
  const next = cursor + drives.length;
  return {
    total,
    drives: drives.map(driveListEntry),
    nextCursor: drives.length > 0 && next < total ? next : undefined,
  };
}

export function driveListEntry(record: DriveRecord): DriveListEntry {
  const { id, model, serial, firmware, lastSeenAt, hostId, hostname, controllerName } = record;
  // Checked by the contract when it was taken in.
  const smart = (record.smart ?? undefined) as SmartLog | undefined;
  return {
    id,
    model,
    serial,
    firmware,
    lastSeenAt,
    capacityBytes: record.capacityBytes ?? undefined,
    verdict: healthStatusOf(record.verdict),
    problemKind: record.problemKind ?? undefined,
    temperatureKelvin: smart?.compositeTemperatureKelvin,
    percentageUsed: smart?.percentageUsed,
    dataUnitsWritten: smart && BigInt(smart.dataUnitsWritten),
    powerOnHours: smart && BigInt(smart.powerOnHours),
    contested: record.contested,
    sampledAt: record.sampledAt ?? undefined,
    host: hostId && hostname ? { id: hostId, name: hostname, controllerName: controllerName ?? "" } : undefined,
  };
}
