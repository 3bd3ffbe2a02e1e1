import type { Database, Transaction } from "../client.ts";

/** How fast a target wrote in its last runs, in bytes per second, many operations at once. */
export interface OwnWriteSpeeds {
  /** The target's, as it was asked for. */
  readonly key: string;
  readonly pattern: "sequential" | "random";
  readonly slowest: number;
  readonly fastest: number;
}

/** A drive, or the volume that it is a part of. */
export interface WrittenTarget {
  readonly key: string;
  readonly driveId: string;
  readonly volumeId: string | undefined;
}

/** Enough to tell, and so few that hundreds of targets are read at once. */
const runsPerTarget = 4;
const pointsPerRun = 128;
const targetsLimit = 1024;
/** Fewer operations at once are slower than the drive is. */
const saturatingDepth = 8;
/** The size of random writes that rates are stated for. */
const randomBlockBytes = 4096;
/** A fill of a part, or a few seconds, may have gone into a cache. */
const wholePercent = 100;
const shortestNs = 30_000_000_000n;

/**
 * What targets showed in their last runs of this server: whole fills, and pure writes of half a minute or more, at no setting
 * that a plan changed.
 */
export async function readOwnWriteSpeeds(
  db: Database | Transaction,
  targets: readonly WrittenTarget[],
): Promise<OwnWriteSpeeds[]> {
  const keys = targets.map(({ key }) => key);
  const driveIds = targets.map(({ driveId }) => driveId);
  const volumeIds = targets.map(({ volumeId = null }) => volumeId);
  return db.$queryRaw<OwnWriteSpeeds[]>`
    SELECT asked.key, point.spec ->> 'pattern' AS pattern,
      min(result.bytes_per_second) AS slowest, max(result.bytes_per_second) AS fastest
    FROM unnest(${keys}::text[], ${driveIds}::uuid[], ${volumeIds}::uuid[]) AS asked (key, drive_id, volume_id)
    CROSS JOIN LATERAL (
      SELECT of_drive.id FROM benchmark_run_drive AS part
      JOIN benchmark_run AS of_drive ON of_drive.id = part.run_id
      WHERE part.drive_id = asked.drive_id AND of_drive.volume_id IS NOT DISTINCT FROM asked.volume_id
        AND (asked.volume_id IS NOT NULL OR of_drive.drive_id = asked.drive_id)
        AND of_drive.origin = 'agent' AND of_drive.points_finished > 0
      ORDER BY of_drive.requested_at DESC LIMIT ${runsPerTarget}
    ) AS run
    CROSS JOIN LATERAL (
      SELECT sequence, state, spec, elapsed_ns FROM benchmark_point
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
      AND CASE point.spec -> 'ending' ->> 'kind'
        WHEN 'fills' THEN (point.spec -> 'ending' ->> 'fills')::float8 * (point.spec ->> 'spanPercent')::float8
          >= ${wholePercent}
        ELSE point.elapsed_ns >= ${shortestNs} END
    GROUP BY asked.key, point.spec ->> 'pattern'
    LIMIT ${2 * targetsLimit}`;
}
