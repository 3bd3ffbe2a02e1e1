import type { Transaction } from "../client.ts";

/** What an inventory says of a drive. Absent facts leave what is stored. */
export interface ObservedDriveRow {
  readonly id: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | undefined;
  /** JSON text. */
  readonly controller: string | undefined;
  /** JSON text. */
  readonly namespaces: string | undefined;
}

/** Writes what an inventory said of drives at that time. */
export async function updateObservedDrives(
  tx: Transaction,
  rows: readonly ObservedDriveRow[],
  seenAt: Date,
): Promise<void> {
  const at = seenAt.toISOString();
  await tx.$executeRaw`
    UPDATE drive SET
      firmware = CASE WHEN seen.firmware = '' THEN drive.firmware ELSE seen.firmware END,
      capacity_bytes = coalesce(seen.capacity_bytes, drive.capacity_bytes),
      controller = coalesce(seen.controller::jsonb, drive.controller),
      namespaces = coalesce(seen.namespaces::jsonb, drive.namespaces),
      first_seen_at = least(drive.first_seen_at, ${at}::timestamptz),
      last_seen_at = ${at}::timestamptz
    FROM unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.firmware)}::text[],
      ${rows.map((row) => row.capacityBytes?.toString() ?? null)}::bigint[],
      ${rows.map((row) => row.controller ?? null)}::text[],
      ${rows.map((row) => row.namespaces ?? null)}::text[]
    ) AS seen (id, firmware, capacity_bytes, controller, namespaces)
    WHERE drive.id = seen.id`;
}

export interface DriveProblemRow {
  readonly id: string;
  /** JSON text; null where the drive can be read. */
  readonly problem: string | null;
  readonly problemSince: Date | null;
}

export async function updateDriveProblems(tx: Transaction, rows: readonly DriveProblemRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive SET problem = now.problem::jsonb, problem_since = now.problem_since
    FROM unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.problem)}::text[],
      ${rows.map((row) => row.problemSince?.toISOString() ?? null)}::timestamptz[]
    ) AS now (id, problem, problem_since)
    WHERE drive.id = now.id`;
}
