import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/**
 * Brings what lists and the search know of drives up with where they are and what their hosts say of them. To be called
 * after any of that has changed; writes nothing where nothing did. A drive that is in no host any more keeps the name of its
 * last one, though that host, and its sightings there, be removed.
 */
export async function refreshDriveLists(tx: Transaction, driveIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive_state AS state SET
      firmware = now.firmware, capacity_bytes = now.capacity_bytes,
      warning_temperature_kelvin = now.warning, critical_temperature_kelvin = now.critical,
      host_id = now.host_id, host_since = now.host_since, hostname = coalesce(now.hostname, state.hostname),
      controller_name = now.controller_name,
      lifecycle = now.lifecycle, lifecycle_since = now.lifecycle_since, tags = now.tags
    FROM (
      SELECT drive.id, drive.firmware, drive.capacity_bytes,
        (drive.controller ->> 'warningTemperatureKelvin')::int AS warning,
        (drive.controller ->> 'criticalTemperatureKelvin')::int AS critical,
        drive.lifecycle, drive.lifecycle_since, drive.tags, sighting.host_id, sighting.first_seen_at AS host_since,
        host.hostname, sighting.controller_name
      FROM drive
      LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
      LEFT JOIN host ON host.id = sighting.host_id
      WHERE drive.id = ANY (${driveIds}::uuid[])
      LIMIT ${driveIds.length}
    ) AS now
    WHERE state.drive_id = now.id
      AND (state.firmware, state.capacity_bytes, state.warning_temperature_kelvin, state.critical_temperature_kelvin,
          state.host_id, state.host_since, state.hostname, state.controller_name, state.lifecycle, state.lifecycle_since,
          state.tags)
        IS DISTINCT FROM
        (now.firmware, now.capacity_bytes, now.warning, now.critical, now.host_id, now.host_since,
          coalesce(now.hostname, state.hostname), now.controller_name, now.lifecycle, now.lifecycle_since, now.tags)`;
  await refreshDriveSearch(tx, driveIds);
}

/** Of the records that were merged into a drive: it is found by what they were called, too. */
const mergedNames = Prisma.sql`(
  SELECT string_agg(concat_ws(' ', away.serial, away.model), ' ')
  FROM drive_merge AS merge JOIN drive AS away ON away.id = merge.away_id
  WHERE merge.into_id = drive_state.drive_id AND merge.state IN ('merging', 'merged')
)`;

/** What a row of drive_state is found by; a merged record by nothing. */
export const searchText = Prisma.sql`CASE drive_state.lifecycle WHEN 'merged' THEN '' ELSE lower(concat_ws(
  ' ', drive_state.serial, drive_state.model, drive_state.product_name, drive_state.hostname, ${mergedNames}
)) END`;

/** Brings what drives are found by up with their rows in lists. */
export async function refreshDriveSearch(tx: Transaction, driveIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO drive_search (drive_id, text)
    SELECT drive_id, ${searchText}
    FROM drive_state WHERE drive_id = ANY (${driveIds}::uuid[])
    LIMIT ${driveIds.length}
    ON CONFLICT (drive_id) DO UPDATE SET text = excluded.text WHERE drive_search.text <> excluded.text`;
}
