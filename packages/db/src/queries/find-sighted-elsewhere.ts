import type { Transaction } from "../client.ts";
import type { DriveKey } from "./lock-drives.ts";

export interface DriveElsewhere extends DriveKey {
  /** This host lists it too, and the other still does: two drives with one serial. */
  readonly contested: boolean;
}

/** Those of the drives that are on another host now and have no sighting on this one, or are contested by it. */
export async function findSightedElsewhere(
  tx: Transaction,
  hostId: string,
  keys: readonly DriveKey[],
  contestedForMs: number,
): Promise<DriveElsewhere[]> {
  return tx.$queryRaw<DriveElsewhere[]>`
    SELECT drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial,
      drive.contested_host_id IS NOT DISTINCT FROM ${hostId}::uuid
        AND drive.contested_at > sighting.last_seen_at - ${contestedForMs} * interval '1 millisecond' AS contested
    FROM drive
    JOIN unnest(
      ${keys.map((key) => key.pciVendorId)}::int[],
      ${keys.map((key) => key.model)}::text[],
      ${keys.map((key) => key.serial)}::text[]
    ) AS asked (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
    JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    WHERE sighting.host_id <> ${hostId}::uuid
      AND (
        NOT EXISTS (
          SELECT FROM drive_sighting AS own WHERE own.drive_id = drive.id AND own.host_id = ${hostId}::uuid
        )
        OR (
          drive.contested_host_id = ${hostId}::uuid
          AND drive.contested_at > sighting.last_seen_at - ${contestedForMs} * interval '1 millisecond'
        )
      )
    LIMIT ${keys.length}`;
}
