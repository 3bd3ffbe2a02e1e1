import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
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
  readonly latestSequence: number | null;
  readonly verdictRank: number;
  readonly verdictSince: Date;
  readonly conditions: readonly OpenConditionRow[];
  /** Of the sighting that is open, wherever it is. */
  readonly sightedOnHostId: string | null;
  readonly sightedSince: Date | null;
}

/**
 * Finds drives by identity and locks those that are known, in the order of their ids. Their rows come as one text: a
 * thousand rows of fifteen columns cost the driver more than the database.
 */
export async function lockSampledDrives(tx: Transaction, keys: readonly DriveKey[]): Promise<SampledDrive[]> {
  const [locked] = await tx.$queryRaw<{ ids: string | null }[]>`
    SELECT string_agg(id::text, ',') AS ids FROM (
      SELECT drive.id FROM drive
      JOIN unnest(
        ${list(keys.map(({ pciVendorId }) => pciVendorId))}::int[],
        ${textList(keys.map(({ model }) => model))}::text[],
        ${textList(keys.map(({ serial }) => serial))}::text[]
      ) AS sampled (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
      ORDER BY drive.id
      LIMIT ${keys.length}
      FOR UPDATE OF drive
    ) AS locked`;
  // Read after the locks are held: a snapshot from before could be old. Drive by drive through each index: of joins, a
  // database without fresh statistics makes a loop over all drives for each of these.
  const [read] = await tx.$queryRaw<{ rows: string | null }[]>`
    SELECT json_agg(sampled)::text AS rows FROM (
      SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial,
        (drive.controller ->> 'warningTemperatureKelvin')::int AS "warningTemperatureKelvin",
        (drive.controller ->> 'criticalTemperatureKelvin')::int AS "criticalTemperatureKelvin",
        drive.problem, ${milliseconds("drive.problem_since")} AS "problemSince",
        ${milliseconds("latest.time")} AS "latestTime", latest.host_id AS "latestHostId",
        latest.sequence AS "latestSequence",
        state.verdict_rank AS "verdictRank", ${milliseconds("state.verdict_since")} AS "verdictSince",
        ${openConditions} AS conditions,
        sighting.host_id AS "sightedOnHostId", ${milliseconds("sighting.first_seen_at")} AS "sightedSince"
      FROM drive
      CROSS JOIN LATERAL (
        SELECT verdict_rank, verdict_since FROM drive_state WHERE drive_id = drive.id LIMIT 1
      ) AS state
      LEFT JOIN LATERAL (
        SELECT time, host_id, sequence FROM drive_latest WHERE drive_id = drive.id LIMIT 1
      ) AS latest ON true
      LEFT JOIN LATERAL (
        SELECT host_id, first_seen_at FROM drive_sighting WHERE drive_id = drive.id AND ended_at IS NULL LIMIT 1
      ) AS sighting ON true
      WHERE drive.id = ANY (${`{${locked?.ids ?? ""}}`}::uuid[])
      LIMIT ${keys.length}
    ) AS sampled`;
  return (JSON.parse(read?.rows ?? "[]") as SampledRow[]).map(drive);
}

const milliseconds = (time: string) => Prisma.raw(`round(extract(epoch FROM ${time}) * 1000)::bigint`);

type Times = "problemSince" | "latestTime" | "verdictSince" | "sightedSince";
type SampledRow = Omit<SampledDrive, Times> & {
  readonly [T in Times]: T extends "verdictSince" ? number : number | null;
};

function drive(row: SampledRow): SampledDrive {
  return {
    ...row,
    problemSince: date(row.problemSince),
    latestTime: date(row.latestTime),
    verdictSince: new Date(row.verdictSince),
    sightedSince: date(row.sightedSince),
  };
}

function date(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
