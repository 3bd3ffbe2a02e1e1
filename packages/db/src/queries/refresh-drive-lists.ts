import type { Transaction } from "../client.ts";

/**
 * Brings what lists and the search know of drives up with where they are and what their hosts say of them. To be called
 * after any of that has changed; writes nothing where nothing did.
 */
export async function refreshDriveLists(tx: Transaction, driveIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive_state AS state SET
      firmware = now.firmware, capacity_bytes = now.capacity_bytes,
      host_id = now.host_id, host_since = now.host_since, hostname = now.hostname, controller_name = now.controller_name
    FROM (
      SELECT drive.id, drive.firmware, drive.capacity_bytes, sighting.host_id, sighting.first_seen_at AS host_since,
        host.hostname, sighting.controller_name
      FROM drive
      LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
      LEFT JOIN host ON host.id = sighting.host_id
      WHERE drive.id = ANY (${driveIds}::uuid[])
      LIMIT ${driveIds.length}
    ) AS now
    WHERE state.drive_id = now.id
      AND (state.firmware, state.capacity_bytes, state.host_id, state.host_since, state.hostname, state.controller_name)
        IS DISTINCT FROM
        (now.firmware, now.capacity_bytes, now.host_id, now.host_since, now.hostname, now.controller_name)`;
  await refreshDriveSearch(tx, driveIds);
}

/** Brings what drives are found by up with their rows in lists. */
export async function refreshDriveSearch(tx: Transaction, driveIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO drive_search (drive_id, text)
    SELECT drive_id, lower(concat_ws(' ', serial, model, product_name, hostname))
    FROM drive_state WHERE drive_id = ANY (${driveIds}::uuid[])
    LIMIT ${driveIds.length}
    ON CONFLICT (drive_id) DO UPDATE SET text = excluded.text WHERE drive_search.text <> excluded.text`;
}
