import type { Transaction } from "../client.ts";
import type { DriveKey } from "./lock-drives.ts";

/** Who has a drive, and what the asking host has to do with it. */
export interface DriveHolder extends DriveKey {
  readonly id: string;
  /** Of the sighting that is open, wherever it is. */
  readonly sightedOnHostId: string | null;
  readonly holderHeardAt: Date | null;
  /** The asking host lists it too, and whether a person has decided that it is not this host's. */
  readonly claimed: boolean;
  readonly claimDismissed: boolean;
}

/**
 * Those of the drives that are known, with their holders; locked until the transaction ends, in the order of their ids,
 * so that no other report changes hands meanwhile.
 */
export async function findDriveHolders(
  tx: Transaction,
  hostId: string,
  keys: readonly DriveKey[],
): Promise<DriveHolder[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT drive.id FROM drive
    JOIN unnest(
      ${keys.map((key) => key.pciVendorId)}::int[],
      ${keys.map((key) => key.model)}::text[],
      ${keys.map((key) => key.serial)}::text[]
    ) AS asked (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
    ORDER BY drive.id
    FOR UPDATE OF drive`;
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  return tx.$queryRaw<DriveHolder[]>`
    SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial,
      sighting.host_id AS "sightedOnHostId", holder.last_seen_at AS "holderHeardAt",
      own.host_id IS NOT NULL AS claimed, own.dismissed_at IS NOT NULL AS "claimDismissed"
    FROM drive
    LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    LEFT JOIN host AS holder ON holder.id = sighting.host_id
    LEFT JOIN drive_claim AS own ON own.drive_id = drive.id AND own.host_id = ${hostId}::uuid
    WHERE drive.id = ANY (${ids}::uuid[])
    LIMIT ${ids.length}`;
}
