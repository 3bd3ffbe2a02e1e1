import type { Transaction } from "../client.ts";

export interface ClaimRow {
  readonly driveId: string;
  /** JSON text. */
  readonly observation: string;
  readonly shared: boolean;
}

/**
 * Notes that a host lists drives that others hold. A claim that stands keeps its beginning and what a person decided
 * of it. Returns the drives whose claim is new or is told apart now.
 */
export async function recordClaims(
  tx: Transaction,
  hostId: string,
  { time, sequence }: { readonly time: Date; readonly sequence: number | undefined },
  rows: readonly ClaimRow[],
): Promise<string[]> {
  const at = time.toISOString();
  const changed = await tx.$queryRaw<{ driveId: string }[]>`
    WITH before AS (
      SELECT drive_id, shared FROM drive_claim WHERE host_id = ${hostId}::uuid
    ), recorded AS (
      INSERT INTO drive_claim (drive_id, host_id, since, last_seen_at, sequence, shared, observation)
      SELECT drive_id, ${hostId}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${sequence ?? null}::bigint, shared,
        observation::jsonb
      FROM unnest(
        ${rows.map((row) => row.driveId)}::uuid[],
        ${rows.map((row) => row.shared)}::boolean[],
        ${rows.map((row) => row.observation)}::text[]
      ) AS listed (drive_id, shared, observation)
      ON CONFLICT (drive_id, host_id) DO UPDATE SET
        last_seen_at = excluded.last_seen_at, sequence = excluded.sequence, shared = excluded.shared,
        observation = excluded.observation
      RETURNING drive_id, shared
    )
    SELECT recorded.drive_id AS "driveId" FROM recorded LEFT JOIN before USING (drive_id)
    WHERE before.shared IS DISTINCT FROM recorded.shared`;
  return changed.map(({ driveId }) => driveId);
}
