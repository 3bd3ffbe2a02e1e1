import type { Transaction } from "../client.ts";
import { list, textList } from "./array-literal.ts";
import { type DriveKey, type OpenConditionRow, openConditions } from "./lock-drives.ts";

/** What a new sample of a drive is judged by: of {@link LockedDrive} as much as a sample needs, and since when its host has it. */
export interface SampledDrive extends DriveKey {
  readonly id: string;
  readonly warningTemperatureKelvin: number | null;
  readonly criticalTemperatureKelvin: number | null;
  readonly problem: unknown;
  readonly problemSince: Date | null;
  readonly latestTime: Date | null;
  readonly latestHostId: string | null;
  readonly latestSequence: bigint | null;
  readonly verdictRank: number;
  readonly verdictSince: Date;
  readonly conditions: readonly OpenConditionRow[];
  /** Of the sighting that is open, wherever it is. */
  readonly sightedOnHostId: string | null;
  readonly sightedSince: Date | null;
}

/** Finds drives by identity and locks those that are known, in the order of their ids. */
export async function lockSampledDrives(tx: Transaction, keys: readonly DriveKey[]): Promise<SampledDrive[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT drive.id FROM drive
    JOIN unnest(
      ${list(keys.map(({ pciVendorId }) => pciVendorId))}::int[],
      ${textList(keys.map(({ model }) => model))}::text[],
      ${textList(keys.map(({ serial }) => serial))}::text[]
    ) AS sampled (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
    ORDER BY drive.id
    LIMIT ${keys.length}
    FOR UPDATE OF drive`;
  // Read after the locks are held: a snapshot from before could be old.
  return tx.$queryRaw<SampledDrive[]>`
    SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial,
      (drive.controller ->> 'warningTemperatureKelvin')::int AS "warningTemperatureKelvin",
      (drive.controller ->> 'criticalTemperatureKelvin')::int AS "criticalTemperatureKelvin",
      drive.problem, drive.problem_since AS "problemSince",
      latest.time AS "latestTime", latest.host_id AS "latestHostId", latest.sequence AS "latestSequence",
      state.verdict_rank AS "verdictRank", state.verdict_since AS "verdictSince", ${openConditions} AS conditions,
      sighting.host_id AS "sightedOnHostId", sighting.first_seen_at AS "sightedSince"
    FROM drive
    JOIN drive_state AS state ON state.drive_id = drive.id
    LEFT JOIN drive_latest AS latest ON latest.drive_id = drive.id
    LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    WHERE drive.id = ANY (${list(locked.map(({ id }) => id))}::uuid[])
    LIMIT ${locked.length}`;
}
