import { list, textList, timeList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

/** A drive's verdict and newest readings as lists show them. Counters are decimal text: they are wider than 64 bits. */
export interface DriveReadings {
  readonly verdictRank: number;
  readonly verdictSince: Date;
  readonly problemKind: string | null;
  readonly temperatureKelvin: number | null;
  readonly percentageUsed: number | null;
  readonly bytesWritten: string | null;
  readonly powerOnHours: string | null;
  readonly sampledAt: Date | null;
}

export interface DriveStateRow extends DriveReadings {
  readonly driveId: string;
  /** Whether anything is wrong with it, acknowledged or not. */
  readonly hasConditions: boolean;
  /** Whether its last hour is to be looked at, sample by sample. */
  readonly lookAgain: boolean;
  /** The newest sample's place in the time series: by its host's clock. */
  readonly sampleTimeMs: number | null;
  readonly sampledHostId: string | null;
  /** The agent's own count; null from agents that do not count. */
  readonly sampledSequence: number | null;
}

export type DriveReadingRow = Omit<
  DriveStateRow,
  "verdictRank" | "verdictSince" | "problemKind" | "hasConditions" | "lookAgain"
>;

/** Writes the newest readings of drives whose verdict is what it was. */
export async function updateDriveReadings(tx: SqlRunner, rows: readonly DriveReadingRow[]): Promise<void> {
  await writeReadings(tx, rows);
  await updateDriveAges(tx, rows);
}

async function writeReadings(tx: SqlRunner, rows: readonly DriveReadingRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive_reading AS reading SET
      temperature_kelvin = now.temperature_kelvin, bytes_written = now.bytes_written, sampled_at = now.sampled_at,
      sample_time = now.sample_time, sampled_host_id = now.sampled_host_id, sampled_sequence = now.sampled_sequence
    FROM unnest(
      ${list(rows.map((row) => row.driveId))}::uuid[],
      ${list(rows.map((row) => row.temperatureKelvin))}::int[],
      ${list(rows.map((row) => row.bytesWritten))}::numeric[],
      ${timeList(rows.map((row) => row.sampledAt?.getTime() ?? null))}::timestamptz[],
      ${timeList(rows.map((row) => row.sampleTimeMs))}::timestamptz[],
      ${list(rows.map((row) => row.sampledHostId))}::uuid[],
      ${list(rows.map((row) => row.sampledSequence))}::bigint[]
    ) AS now (
      drive_id, temperature_kelvin, bytes_written, sampled_at, sample_time, sampled_host_id, sampled_sequence
    )
    WHERE reading.drive_id = now.drive_id`;
}

/** How old drives are by their own word: what lists are sorted by, which changes once an hour. */
export async function updateDriveAges(
  tx: SqlRunner,
  rows: readonly Pick<DriveReadingRow, "driveId" | "percentageUsed" | "powerOnHours">[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive_state AS state SET percentage_used = now.percentage_used, power_on_hours = now.power_on_hours
    FROM unnest(
      ${list(rows.map((row) => row.driveId))}::uuid[],
      ${list(rows.map((row) => row.percentageUsed))}::smallint[],
      ${list(rows.map((row) => row.powerOnHours))}::numeric[]
    ) AS now (drive_id, percentage_used, power_on_hours)
    WHERE state.drive_id = now.drive_id AND (state.percentage_used, state.power_on_hours)
      IS DISTINCT FROM (now.percentage_used, now.power_on_hours)`;
}

/** Writes verdicts and newest readings, the readings first, as everybody does. */
export async function updateDriveStates(tx: SqlRunner, rows: readonly DriveStateRow[]): Promise<void> {
  await writeReadings(tx, rows);
  await tx.$executeRaw`
    UPDATE drive_state AS state SET
      percentage_used = now.percentage_used, power_on_hours = now.power_on_hours,
      verdict_rank = now.verdict_rank, verdict_since = now.verdict_since, has_conditions = now.has_conditions,
      look_again = now.look_again, problem_kind = now.problem_kind
    FROM unnest(
      ${list(rows.map((row) => row.driveId))}::uuid[],
      ${list(rows.map((row) => row.verdictRank))}::smallint[],
      ${list(rows.map((row) => row.verdictSince.toISOString()))}::timestamptz[],
      ${list(rows.map((row) => (row.hasConditions ? "t" : "f")))}::bool[],
      ${list(rows.map((row) => (row.lookAgain ? "t" : "f")))}::bool[],
      ${textList(rows.map((row) => row.problemKind))}::text[],
      ${list(rows.map((row) => row.percentageUsed))}::smallint[],
      ${list(rows.map((row) => row.powerOnHours))}::numeric[]
    ) AS now (
      drive_id, verdict_rank, verdict_since, has_conditions, look_again, problem_kind, percentage_used, power_on_hours
    )
    WHERE state.drive_id = now.drive_id`;
}
