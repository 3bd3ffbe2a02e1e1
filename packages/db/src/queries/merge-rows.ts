import type { Database, Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

export interface Merging {
  readonly id: string;
  readonly awayId: string;
  readonly intoId: string;
}

export interface MergedCounts {
  readonly runs: number;
  readonly sightings: number;
  readonly conditions: number;
  readonly commands: number;
  /** Samples, hours and days. */
  readonly rows: number;
}

/** What hangs on a record of a drive. */
export async function countMerged(db: Database | Transaction, awayId: string): Promise<MergedCounts> {
  const [row] = await db.$queryRaw<Record<keyof MergedCounts, bigint>[]>`
    SELECT (SELECT count(*) FROM benchmark_run_drive WHERE drive_id = ${awayId}::uuid) AS runs,
      (SELECT count(*) FROM drive_sighting WHERE drive_id = ${awayId}::uuid) AS sightings,
      (SELECT count(*) FROM drive_condition WHERE drive_id = ${awayId}::uuid) AS conditions,
      (SELECT count(*) FROM command WHERE drive_id = ${awayId}::uuid) AS commands,
      (SELECT count(*) FROM smart_sample WHERE drive_id = ${awayId}::uuid)
        + (SELECT count(*) FROM smart_hour WHERE drive_id = ${awayId}::uuid)
        + (SELECT count(*) FROM smart_day WHERE drive_id = ${awayId}::uuid) AS rows`;
  return {
    runs: Number(row?.runs ?? 0),
    sightings: Number(row?.sightings ?? 0),
    conditions: Number(row?.conditions ?? 0),
    commands: Number(row?.commands ?? 0),
    rows: Number(row?.rows ?? 0),
  };
}

/** Tables whose rows go to the other record, and by what one of them is known there. */
const moved = [
  { kind: "sighting", table: "drive_sighting", key: "id::text" },
  { kind: "firmwareChange", table: "drive_firmware_change", key: "id::text" },
  { kind: "run", table: "benchmark_run", key: "id::text" },
  { kind: "runDrive", table: "benchmark_run_drive", key: "run_id::text" },
  { kind: "command", table: "command", key: "id::text" },
  { kind: "volumeMember", table: "volume_member", key: "volume_id || ' ' || position" },
  { kind: "window", table: "maintenance_window", key: "id::text" },
  { kind: "condition", table: "drive_condition", key: conditionKey("drive_condition") },
] as const;

function conditionKey(table: string): string {
  return `${table}.rule || ' ' || extract(epoch FROM ${table}.since)`;
}

/** What stays with the record that it was: the other one has the like already, or judges for itself. */
const stays: Partial<Record<(typeof moved)[number]["kind"], string>> = {
  condition: `ended_at IS NULL OR EXISTS (SELECT FROM drive_condition AS other WHERE other.drive_id = $into
    AND (other.rule, other.since) = (moving.rule, moving.since))`,
  runDrive: `EXISTS (SELECT FROM benchmark_run_drive AS other WHERE other.drive_id = $into AND other.run_id = moving.run_id)`,
};

/** Gives what hangs on a record, but for its history, to the other, and notes each row. Of groups by hand the other is a member then. */
export async function moveRows(tx: Transaction, { id, awayId, intoId }: Merging): Promise<void> {
  for (const { kind, table, key } of moved) {
    const keeps = (stays[kind] ?? "false").replaceAll("$into", `'${intoId}'::uuid`);
    await tx.$executeRaw`
      WITH gone AS (
        UPDATE ${Prisma.raw(table)} AS moving SET drive_id = ${intoId}::uuid
        WHERE drive_id = ${awayId}::uuid AND NOT (${Prisma.raw(keeps)})
        RETURNING ${Prisma.raw(key.replaceAll(`${table}.`, "moving."))} AS key
      )
      INSERT INTO merged_item (merge_id, kind, key) SELECT ${id}::uuid, ${kind}, key FROM gone`;
  }
  await tx.$executeRaw`
    WITH given AS (
      INSERT INTO group_member (group_id, drive_id)
      SELECT group_id, ${intoId}::uuid FROM group_member JOIN fleet_group AS g ON g.id = group_id
      WHERE drive_id = ${awayId}::uuid AND g.kind = 'drives' AND g.rule IS NULL
      ON CONFLICT DO NOTHING RETURNING group_id
    )
    INSERT INTO merged_item (merge_id, kind, key) SELECT ${id}::uuid, 'group', group_id::text FROM given`;
}

/** Gives back what {@link moveRows} moved, as far as it is there. */
export async function moveRowsBack(tx: Transaction, { id, awayId, intoId }: Merging): Promise<void> {
  for (const { kind, table, key } of moved) {
    await tx.$executeRaw`
      UPDATE ${Prisma.raw(table)} AS moving SET drive_id = ${awayId}::uuid
      FROM merged_item AS item
      WHERE item.merge_id = ${id}::uuid AND item.kind = ${kind}
        AND moving.drive_id = ${intoId}::uuid AND item.key = ${Prisma.raw(key.replaceAll(`${table}.`, "moving."))}`;
  }
  await tx.$executeRaw`
    DELETE FROM group_member USING merged_item AS item
    WHERE item.merge_id = ${id}::uuid AND item.kind = 'group' AND item.key = group_id::text AND drive_id = ${intoId}::uuid`;
}
