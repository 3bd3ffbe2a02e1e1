import type { Transaction } from "../client.ts";

export interface DriveKey {
  readonly pciVendorId: number;
  readonly model: string;
  readonly serial: string;
}

/** A drive with its newest sample and the host that it is on, locked until the transaction ends. */
export interface LockedDrive extends DriveKey {
  readonly id: string;
  readonly controller: unknown;
  readonly namespaces: unknown;
  readonly problem: unknown;
  readonly problemSince: Date | null;
  readonly detailsAt: Date | null;
  readonly detailsHostId: string | null;
  readonly detailsSequence: bigint | null;
  readonly latestTime: Date | null;
  readonly latestHostId: string | null;
  readonly latestSequence: bigint | null;
  readonly latestSmart: unknown;
  readonly verdict: string | null;
  readonly reasons: unknown;
  readonly verdictSince: Date | null;
  /** Of the sighting that is open, wherever it is. */
  readonly sightingId: string | null;
  readonly sightedOnHostId: string | null;
  readonly sightedAt: Date | null;
  readonly sightedTransport: string | null;
  /** When the host of that sighting was heard of last, by the server's clock. */
  readonly holderHeardAt: Date | null;
}

/**
 * Finds or creates drives by identity and locks them, in the order of their ids, so that two reports cannot wait for
 * each other. What belongs to a drive is read after the lock is held: a snapshot from before could be old.
 */
export async function lockDrives(tx: Transaction, keys: readonly DriveKey[], seenAt: Date): Promise<LockedDrive[]> {
  const ordered = keys.toSorted((a, b) => (identityText(a) < identityText(b) ? -1 : 1));
  const vendors = ordered.map((key) => key.pciVendorId);
  const models = ordered.map((key) => key.model);
  const serials = ordered.map((key) => key.serial);
  await tx.$executeRaw`
    INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at)
    SELECT pci_vendor_id, model, serial, '', ${seenAt.toISOString()}::timestamptz, ${seenAt.toISOString()}::timestamptz
    FROM unnest(${vendors}::int[], ${models}::text[], ${serials}::text[]) AS wanted (pci_vendor_id, model, serial)
    ON CONFLICT (pci_vendor_id, model, serial) DO NOTHING`;
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT drive.id FROM drive
    JOIN unnest(${vendors}::int[], ${models}::text[], ${serials}::text[]) AS wanted (pci_vendor_id, model, serial)
      USING (pci_vendor_id, model, serial)
    ORDER BY drive.id
    FOR UPDATE OF drive`;
  const ids = locked.map((row) => row.id);
  return tx.$queryRaw<LockedDrive[]>`
    SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial, drive.controller, drive.namespaces,
      drive.problem, drive.problem_since AS "problemSince",
      drive.details_at AS "detailsAt", drive.details_host_id AS "detailsHostId",
      drive.details_sequence AS "detailsSequence",
      latest.time AS "latestTime", latest.host_id AS "latestHostId", latest.sequence AS "latestSequence",
      latest.smart AS "latestSmart", latest.verdict, latest.reasons, latest.verdict_since AS "verdictSince",
      sighting.id AS "sightingId", sighting.host_id AS "sightedOnHostId", sighting.last_seen_at AS "sightedAt",
      sighting.transport AS "sightedTransport", holder.last_seen_at AS "holderHeardAt"
    FROM drive
    LEFT JOIN drive_latest AS latest ON latest.drive_id = drive.id
    LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    LEFT JOIN host AS holder ON holder.id = sighting.host_id
    WHERE drive.id = ANY (${ids}::uuid[])
    LIMIT ${ids.length}`;
}

/** One text per identity. The separator cannot occur: PostgreSQL stores no NUL, and the ingest refuses it. */
export function identityText(key: DriveKey): string {
  return `${key.pciVendorId}\0${key.model}\0${key.serial}`;
}
