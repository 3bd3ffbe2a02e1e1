import type { Transaction } from "../client.ts";
import type { DriveKey } from "./lock-drives.ts";

/** Those of the drives that are on another host now and have no sighting on this one. */
export async function findSightedElsewhere(
  tx: Transaction,
  hostId: string,
  keys: readonly DriveKey[],
): Promise<DriveKey[]> {
  return tx.$queryRaw<DriveKey[]>`
    SELECT drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial
    FROM drive
    JOIN unnest(
      ${keys.map((key) => key.pciVendorId)}::int[],
      ${keys.map((key) => key.model)}::text[],
      ${keys.map((key) => key.serial)}::text[]
    ) AS asked (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
    JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    WHERE sighting.host_id <> ${hostId}::uuid
      AND NOT EXISTS (
        SELECT FROM drive_sighting AS own WHERE own.drive_id = drive.id AND own.host_id = ${hostId}::uuid
      )
    LIMIT ${keys.length}`;
}
