import type { SqlRunner } from "../plain.ts";
import { list, textList } from "./array-literal.ts";

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
  readonly sampledHostId: string | null;
  /** The agent's own count; null from agents that do not count. */
  readonly sampledSequence: number | null;
}

/** Writes verdicts and newest readings into the drives' rows. */
export async function updateDriveStates(tx: SqlRunner, rows: readonly DriveStateRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive_state AS state SET
      verdict_rank = now.verdict_rank, verdict_since = now.verdict_since, problem_kind = now.problem_kind,
      temperature_kelvin = now.temperature_kelvin, percentage_used = now.percentage_used,
      bytes_written = now.bytes_written, power_on_hours = now.power_on_hours, sampled_at = now.sampled_at,
      sampled_host_id = now.sampled_host_id, sampled_sequence = now.sampled_sequence
    FROM unnest(
      ${list(rows.map((row) => row.driveId))}::uuid[],
      ${list(rows.map((row) => row.verdictRank))}::smallint[],
      ${list(rows.map((row) => row.verdictSince.toISOString()))}::timestamptz[],
      ${textList(rows.map((row) => row.problemKind))}::text[],
      ${list(rows.map((row) => row.temperatureKelvin))}::int[],
      ${list(rows.map((row) => row.percentageUsed))}::smallint[],
      ${list(rows.map((row) => row.bytesWritten))}::numeric[],
      ${list(rows.map((row) => row.powerOnHours))}::numeric[],
      ${list(rows.map((row) => row.sampledAt?.toISOString() ?? null))}::timestamptz[],
      ${list(rows.map((row) => row.sampledHostId))}::uuid[],
      ${list(rows.map((row) => row.sampledSequence))}::bigint[]
    ) AS now (
      drive_id, verdict_rank, verdict_since, problem_kind, temperature_kelvin, percentage_used, bytes_written,
      power_on_hours, sampled_at, sampled_host_id, sampled_sequence
    )
    WHERE state.drive_id = now.drive_id`;
}
