import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { smartOfLatest } from "./smart-log-columns.ts";

export interface DriveKey {
  readonly pciVendorId: number;
  readonly model: string;
  readonly serial: string;
}

/** What a list shows of a drive on its first day. */
export interface NewDrive extends DriveKey {
  readonly productName: string | null;
}

/** A row of drive_condition that has not ended. Figures are decimal text. */
export interface OpenConditionRow {
  readonly rule: string;
  readonly severity: string;
  readonly sinceMs: number;
  readonly value: string | null;
  readonly threshold: string | null;
  readonly unit: string | null;
}

/** A drive with its newest sample and the host that it is on, locked until the transaction ends. */
export interface LockedDrive extends DriveKey {
  /** The catalog's name of its model, as lists know it. */
  readonly productName: string | null;
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
  readonly verdictRank: number;
  readonly verdictSince: Date;
  /** What is wrong with it now. */
  readonly conditions: readonly OpenConditionRow[];
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
 * each other. A new one has the verdict of the rank given.
 */
export async function lockDrives(
  tx: Transaction,
  drives: readonly NewDrive[],
  first: { readonly seenAt: Date; readonly verdictRank: number },
): Promise<LockedDrive[]> {
  const ordered = drives.toSorted((a, b) => (identityText(a) < identityText(b) ? -1 : 1));
  const vendors = ordered.map((key) => key.pciVendorId);
  const models = ordered.map((key) => key.model);
  const serials = ordered.map((key) => key.serial);
  const seenAt = first.seenAt.toISOString();
  await tx.$executeRaw`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${vendors}::int[], ${models}::text[], ${serials}::text[], ${ordered.map((drive) => drive.productName)}::text[]
      ) AS wanted (pci_vendor_id, model, serial, product_name)
    ), created AS (
      INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at)
      SELECT pci_vendor_id, model, serial, '', ${seenAt}::timestamptz, ${seenAt}::timestamptz FROM wanted
      ON CONFLICT (pci_vendor_id, model, serial) DO NOTHING
      RETURNING id, pci_vendor_id, model, serial, firmware
    ), listed AS (
      INSERT INTO drive_state (drive_id, verdict_rank, verdict_since, model, serial, product_name, firmware)
      SELECT id, ${first.verdictRank}, ${seenAt}::timestamptz, model, serial, product_name, firmware
      FROM created JOIN wanted USING (pci_vendor_id, model, serial)
      RETURNING drive_id, model, serial, product_name
    )
    INSERT INTO drive_search (drive_id, text)
    SELECT drive_id, lower(concat_ws(' ', serial, model, product_name)) FROM listed`;
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT drive.id FROM drive
    JOIN unnest(${vendors}::int[], ${models}::text[], ${serials}::text[]) AS wanted (pci_vendor_id, model, serial)
      USING (pci_vendor_id, model, serial)
    ORDER BY drive.id
    FOR UPDATE OF drive`;
  return readLocked(
    tx,
    locked.map(({ id }) => id),
  );
}

/** Locks drives that are known, in the order of their ids. */
export async function lockDrivesById(tx: Transaction, driveIds: readonly string[]): Promise<LockedDrive[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM drive WHERE id = ANY (${driveIds}::uuid[]) ORDER BY id LIMIT ${driveIds.length} FOR UPDATE`;
  return readLocked(
    tx,
    locked.map(({ id }) => id),
  );
}

/** What belongs to a drive is read after the lock is held: a snapshot from before could be old. */
async function readLocked(tx: Transaction, ids: readonly string[]): Promise<LockedDrive[]> {
  return tx.$queryRaw<LockedDrive[]>`
    SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial, drive.controller, drive.namespaces,
      drive.problem, drive.problem_since AS "problemSince",
      drive.details_at AS "detailsAt", drive.details_host_id AS "detailsHostId",
      drive.details_sequence AS "detailsSequence",
      state.sampled_at AS "latestTime", state.sampled_host_id AS "latestHostId", state.sampled_sequence AS "latestSequence",
      ${smartOfLatest} AS "latestSmart",
      state.product_name AS "productName", state.verdict_rank AS "verdictRank", state.verdict_since AS "verdictSince",
      ${openConditions} AS conditions,
      sighting.id AS "sightingId", sighting.host_id AS "sightedOnHostId", sighting.last_seen_at AS "sightedAt",
      sighting.transport AS "sightedTransport", holder.last_seen_at AS "holderHeardAt"
    FROM drive
    JOIN drive_state AS state ON state.drive_id = drive.id
    LEFT JOIN drive_latest AS latest ON latest.drive_id = drive.id
    LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    LEFT JOIN host AS holder ON holder.id = sighting.host_id
    WHERE drive.id = ANY (${ids}::uuid[])
    LIMIT ${ids.length}`;
}

export const openConditions = Prisma.sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'rule', rule, 'severity', severity, 'sinceMs', round(extract(epoch FROM since) * 1000)::bigint,
    'value', value::text, 'threshold', threshold::text, 'unit', unit
  )), '[]')
  FROM drive_condition WHERE drive_id = drive.id AND ended_at IS NULL
)`;

/** One text per identity. The separator cannot occur: PostgreSQL stores no NUL, and the ingest refuses it. */
export function identityText(key: DriveKey): string {
  return `${key.pciVendorId}\0${key.model}\0${key.serial}`;
}
