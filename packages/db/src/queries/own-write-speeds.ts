import type { Database, Transaction } from "../client.ts";

/** How fast a drive wrote in its last runs, in bytes per second, many operations at once. */
export interface OwnWriteSpeeds {
  readonly driveId: string;
  readonly pattern: "sequential" | "random";
  readonly slowest: number;
  readonly fastest: number;
}

/** Enough to tell, and so few that hundreds of drives are read at once. */
const runsPerDrive = 4;
const pointsPerRun = 128;
const drivesLimit = 1024;
/** Fewer operations at once are slower than the drive is. */
const saturatingDepth = 8;
/** The size of random writes that rates are stated for. */
const randomBlockBytes = 4096;

/** What drives showed in their last runs of this server: fills and pure writes, at no setting that a plan changed. */
export async function readOwnWriteSpeeds(
  db: Database | Transaction,
  driveIds: readonly string[],
): Promise<OwnWriteSpeeds[]> {
  return db.$queryRaw<OwnWriteSpeeds[]>`
    SELECT asked.drive_id AS "driveId", point.spec ->> 'pattern' AS pattern,
      min(result.bytes_per_second) AS slowest, max(result.bytes_per_second) AS fastest
    FROM unnest(${driveIds}::uuid[]) AS asked (drive_id)
    CROSS JOIN LATERAL (
      SELECT id FROM benchmark_run
      WHERE drive_id = asked.drive_id AND origin = 'agent' AND points_finished > 0
      ORDER BY requested_at DESC LIMIT ${runsPerDrive}
    ) AS run
    CROSS JOIN LATERAL (
      SELECT sequence, state, spec FROM benchmark_point
      WHERE run_id = run.id ORDER BY sequence LIMIT ${pointsPerRun}
    ) AS point
    JOIN point_direction AS result
      ON result.run_id = run.id AND result.point_sequence = point.sequence AND result.direction = 'write'
    WHERE point.state = 'complete' AND result.bytes_per_second > 0
      AND (point.spec ->> 'readPercent')::int = 0 AND point.spec -> 'load' ->> 'kind' = 'closed'
      AND point.spec -> 'settings' IS NULL AND point.spec -> 'beside' IS NULL
      AND coalesce((point.spec -> 'depth' ->> 'totalDepth')::int,
        (point.spec -> 'depth' ->> 'queueDepth')::int * (point.spec -> 'depth' ->> 'threads')::int) >= ${saturatingDepth}
      AND (point.spec ->> 'pattern' = 'sequential'
        OR point.spec ->> 'pattern' = 'random' AND (point.spec ->> 'blockBytes')::int = ${randomBlockBytes})
    GROUP BY asked.drive_id, point.spec ->> 'pattern'
    LIMIT ${2 * drivesLimit}`;
}
