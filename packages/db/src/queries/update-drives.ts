import type { Transaction } from "../client.ts";
import type { SqlRunner } from "../plain.ts";

/** What an inventory says of a drive. Absent facts leave what is stored. */
export interface ObservedDriveRow {
  readonly id: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | undefined;
  /** JSON text. */
  readonly controller: string | undefined;
  /** JSON text. */
  readonly namespaces: string;
}

/**
 * Writes what a host's inventory said of drives at that time, and notes another firmware than was known. Returns those of which it said
 * anything new; how much of a namespace is allocated changes all the time and is not.
 */
export async function updateObservedDrives(
  tx: Transaction,
  rows: readonly ObservedDriveRow[],
  { hostId, time }: { readonly hostId: string; readonly time: Date },
): Promise<string[]> {
  const at = time.toISOString();
  const changed = await tx.$queryRaw<{ id: string }[]>`
    WITH seen AS (
      SELECT * FROM unnest(
        ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.firmware)}::text[],
        ${rows.map((row) => row.capacityBytes?.toString() ?? null)}::bigint[],
        ${rows.map((row) => row.controller ?? null)}::jsonb[],
        ${rows.map((row) => row.namespaces)}::jsonb[]
      ) AS row (id, firmware, capacity_bytes, controller, namespaces)
    ), updated AS (
      UPDATE drive SET
        firmware = CASE WHEN seen.firmware = '' THEN drive.firmware ELSE seen.firmware END,
        capacity_bytes = coalesce(seen.capacity_bytes, drive.capacity_bytes),
        controller = coalesce(seen.controller, drive.controller),
        namespaces = coalesce(seen.namespaces, drive.namespaces),
        first_seen_at = least(drive.first_seen_at, ${at}::timestamptz),
        last_seen_at = ${at}::timestamptz
      FROM seen WHERE drive.id = seen.id
    ), noted AS (
      -- Beside the update, which this does not see yet.
      INSERT INTO drive_firmware_change (drive_id, at, previous, firmware, host_id, hostname)
      SELECT drive.id, ${at}::timestamptz, drive.firmware, seen.firmware, host.id, host.hostname
      FROM drive JOIN seen ON seen.id = drive.id JOIN host ON host.id = ${hostId}::uuid
      WHERE seen.firmware NOT IN ('', drive.firmware) AND drive.firmware <> ''
    )
    SELECT drive.id FROM drive JOIN seen ON seen.id = drive.id
    WHERE seen.firmware NOT IN ('', drive.firmware)
      OR coalesce(seen.controller <> drive.controller, seen.controller IS NOT NULL)
      OR (SELECT jsonb_agg(each - 'utilizationBytes') FROM jsonb_array_elements(seen.namespaces) AS each)
        IS DISTINCT FROM
        (SELECT jsonb_agg(each - 'utilizationBytes') FROM jsonb_array_elements(drive.namespaces) AS each)
    LIMIT ${rows.length}`;
  return changed.map(({ id }) => id);
}

export interface DriveProblemRow {
  readonly id: string;
  /** JSON text; null where the drive can be read. */
  readonly problem: string | null;
  readonly problemSince: Date | null;
}

export async function updateDriveProblems(tx: SqlRunner, rows: readonly DriveProblemRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive SET problem = now.problem::jsonb, problem_since = now.problem_since
    FROM unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.problem)}::text[],
      ${rows.map((row) => row.problemSince?.toISOString() ?? null)}::timestamptz[]
    ) AS now (id, problem, problem_since)
    WHERE drive.id = now.id`;
}
