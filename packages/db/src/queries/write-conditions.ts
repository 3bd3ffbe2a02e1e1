import type { SqlRunner } from "../plain.ts";
import type { AcknowledgementRow } from "./lock-drives.ts";

/** A condition of a drive. Figures are decimal text. */
export interface ConditionRow {
  readonly driveId: string;
  readonly rule: string;
  readonly since: Date;
  readonly severity: string;
  readonly value: string | null;
  readonly threshold: string | null;
  readonly unit: string | null;
  readonly withinHours: number | null;
  readonly total: string | null;
  readonly clearingSinceMs: number | null;
  readonly acknowledged: AcknowledgementRow | null;
  /** null while it is open. */
  readonly endedAt: Date | null;
}

/** Opens conditions, ends them, or changes their figures: each is one row, by drive, rule and the time it began. */
export async function writeConditions(tx: SqlRunner, rows: readonly ConditionRow[]): Promise<void> {
  // What ended goes first: a rule that opens again in the same report may not meet its own open row.
  const ended = rows.filter(({ endedAt }) => endedAt !== null);
  const open = rows.filter(({ endedAt }) => endedAt === null);
  for (const part of [ended, open]) if (part.length > 0) await upsert(tx, part);
}

async function upsert(tx: SqlRunner, rows: readonly ConditionRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO drive_condition (
      drive_id, rule, since, severity, value, threshold, unit, within_hours, total, clearing_since,
      acknowledged_at, acknowledged_by, acknowledged_note, acknowledged_until_value, acknowledged_severity, ended_at
    )
    SELECT * FROM unnest(
      ${rows.map((row) => row.driveId)}::uuid[],
      ${rows.map((row) => row.rule)}::text[],
      ${rows.map((row) => row.since.toISOString())}::timestamptz[],
      ${rows.map((row) => row.severity)}::text[],
      ${rows.map((row) => row.value)}::numeric[],
      ${rows.map((row) => row.threshold)}::numeric[],
      ${rows.map((row) => row.unit)}::text[],
      ${rows.map((row) => row.withinHours)}::int[],
      ${rows.map((row) => row.total)}::numeric[],
      ${rows.map((row) => isoTime(row.clearingSinceMs))}::timestamptz[],
      ${rows.map(({ acknowledged }) => isoTime(acknowledged?.atMs ?? null))}::timestamptz[],
      ${rows.map(({ acknowledged }) => acknowledged?.by ?? null)}::text[],
      ${rows.map(({ acknowledged }) => acknowledged?.note ?? null)}::text[],
      ${rows.map(({ acknowledged }) => acknowledged?.untilValue ?? null)}::numeric[],
      ${rows.map(({ acknowledged }) => acknowledged?.severity ?? null)}::text[],
      ${rows.map((row) => row.endedAt?.toISOString() ?? null)}::timestamptz[]
    )
    ON CONFLICT (drive_id, rule, since) DO UPDATE SET
      severity = excluded.severity, value = excluded.value, threshold = excluded.threshold, unit = excluded.unit,
      within_hours = excluded.within_hours, total = excluded.total, clearing_since = excluded.clearing_since,
      ended_at = excluded.ended_at,
      acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by,
      acknowledged_note = excluded.acknowledged_note, acknowledged_until_value = excluded.acknowledged_until_value,
      acknowledged_severity = excluded.acknowledged_severity`;
}

function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
