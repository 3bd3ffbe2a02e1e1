import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { findSamplesAt } from "./find-latest-samples.ts";

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
  readonly withinHours: number | null;
  readonly total: string | null;
  readonly clearingSinceMs: number | null;
  /** null until a person has acknowledged it, and after that was withdrawn. */
  readonly acknowledged: AcknowledgementRow | null;
}

/** Figures are decimal text. */
export interface AcknowledgementRow {
  readonly atMs: number;
  readonly by: string;
  readonly note: string;
  /** Worse than these it counts again. */
  readonly untilValue: string | null;
  readonly severity: string;
}

/** A rule's grades as somebody set them. */
export interface ThresholdRow {
  readonly rule: string;
  /** domain's grades. */
  readonly grades: unknown;
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
  /** By its host's clock, which may be ahead of that: its place in the time series. */
  readonly latestSampleTime: Date | null;
  readonly latestSmart: unknown;
  readonly verdictRank: number;
  readonly verdictSince: Date;
  readonly lookAgain: boolean;
  /** What is wrong with it now. */
  readonly conditions: readonly OpenConditionRow[];
  /** The broadest first; null where nobody set any for any drive. */
  readonly thresholds: readonly ThresholdRow[] | null;
  /** Of the sighting that is open, wherever it is. */
  readonly sightingId: string | null;
  readonly sightedOnHostId: string | null;
  readonly sightedAt: Date | null;
  readonly sightedTransport: string | null;
  /** When the host of that sighting was heard of last, by the server's clock. */
  readonly holderHeardAt: Date | null;
}

/**
 * Finds or creates drives by identity and locks them with their rows in lists, in the order of their ids. A new one has
 * the verdict of the rank given. Reports of several hosts that name the same new drive can wait for each other; the one that PostgreSQL ends is
 * applied again.
 */
export async function lockDrives(
  tx: Transaction,
  drives: readonly NewDrive[],
  first: { readonly seenAt: Date; readonly verdictRank: number },
): Promise<LockedDrive[]> {
  const ordered = drives.toSorted((a, b) => (identityText(a) < identityText(b) ? -1 : 1));
  const known = await lockKnown(tx, ordered);
  if (known.length === ordered.length) return readLockedDrives(tx, known);
  await createDrives(tx, ordered, first);
  return readLockedDrives(tx, await lockKnown(tx, ordered));
}

/** The ids of those that are known. */
async function lockKnown(tx: Transaction, ordered: readonly DriveKey[]): Promise<string[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT drive.id FROM drive
    JOIN unnest(
      ${ordered.map((key) => key.pciVendorId)}::int[],
      ${ordered.map((key) => key.model)}::text[],
      ${ordered.map((key) => key.serial)}::text[]
    ) AS wanted (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
    JOIN drive_reading AS reading ON reading.drive_id = drive.id
    JOIN drive_state AS state ON state.drive_id = drive.id
    ORDER BY drive.id
    FOR UPDATE OF drive, reading, state`;
  return locked.map(({ id }) => id);
}

/** Creates those that are not known. */
async function createDrives(
  tx: Transaction,
  ordered: readonly NewDrive[],
  first: { readonly seenAt: Date; readonly verdictRank: number },
): Promise<void> {
  const seenAt = first.seenAt.toISOString();
  await tx.$executeRaw`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${ordered.map((key) => key.pciVendorId)}::int[],
        ${ordered.map((key) => key.model)}::text[],
        ${ordered.map((key) => key.serial)}::text[],
        ${ordered.map((drive) => drive.productName)}::text[]
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
}

/** Locks drives that are known with their rows in lists, in the order of their ids. */
export async function lockDrivesById(tx: Transaction, driveIds: readonly string[]): Promise<LockedDrive[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT drive.id FROM drive
    JOIN drive_reading AS reading ON reading.drive_id = drive.id
    JOIN drive_state AS state ON state.drive_id = drive.id
    WHERE drive.id = ANY (${driveIds}::uuid[])
    ORDER BY drive.id LIMIT ${driveIds.length} FOR UPDATE OF drive, reading, state`;
  return readLockedDrives(
    tx,
    locked.map(({ id }) => id),
  );
}

/** Drives that the transaction has locked. What belongs to them is read once the lock is held: a snapshot from before could be old. */
export async function readLockedDrives(tx: Transaction, ids: readonly string[]): Promise<LockedDrive[]> {
  const rows = await tx.$queryRaw<Omit<LockedDrive, "latestSmart">[]>`
    SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial, drive.controller, drive.namespaces,
      drive.problem, drive.problem_since AS "problemSince",
      drive.details_at AS "detailsAt", drive.details_host_id AS "detailsHostId",
      drive.details_sequence AS "detailsSequence",
      reading.sampled_at AS "latestTime", reading.sampled_host_id AS "latestHostId",
      reading.sampled_sequence AS "latestSequence", reading.sample_time AS "latestSampleTime",
      state.product_name AS "productName", state.verdict_rank AS "verdictRank", state.verdict_since AS "verdictSince",
      state.look_again AS "lookAgain",
      ${openConditions} AS conditions, ${thresholdsOf} AS thresholds,
      sighting.id AS "sightingId", sighting.host_id AS "sightedOnHostId", sighting.last_seen_at AS "sightedAt",
      sighting.transport AS "sightedTransport", holder.last_seen_at AS "holderHeardAt"
    FROM drive
    JOIN drive_state AS state ON state.drive_id = drive.id
    JOIN drive_reading AS reading ON reading.drive_id = drive.id
    LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
    LEFT JOIN host AS holder ON holder.id = sighting.host_id
    WHERE drive.id = ANY (${ids}::uuid[])
    LIMIT ${ids.length}`;
  const places = rows.flatMap(({ id, latestTime: time, latestSampleTime: sampleTime }) =>
    time === null || sampleTime === null ? [] : [{ driveId: id, time, sampleTime }],
  );
  const latest = new Map((await findSamplesAt(tx, places)).map(({ driveId, smart }) => [driveId, smart]));
  return rows.map((row) => ({ ...row, latestSmart: latest.get(row.id) ?? null }));
}

export const openConditions = Prisma.sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'rule', rule, 'severity', severity, 'sinceMs', round(extract(epoch FROM since) * 1000)::bigint,
    'value', value::text, 'threshold', threshold::text, 'unit', unit, 'withinHours', within_hours,
    'total', total::text, 'clearingSinceMs', round(extract(epoch FROM clearing_since) * 1000)::bigint,
    'acknowledged', CASE WHEN acknowledged_at IS NOT NULL THEN jsonb_build_object(
      'atMs', round(extract(epoch FROM acknowledged_at) * 1000)::bigint, 'by', acknowledged_by, 'note', acknowledged_note,
      'untilValue', acknowledged_until_value::text, 'severity', acknowledged_severity
    ) END
  )), '[]')
  FROM drive_condition WHERE drive_id = drive.id AND ended_at IS NULL
)`;

/** Of the row `state` of drive_state; asked once where nobody has set any. */
export const thresholdsOf = Prisma.sql`CASE WHEN EXISTS (SELECT FROM health_threshold) THEN (
  SELECT coalesce(jsonb_agg(jsonb_build_object('rule', rule, 'grades', grades)
    ORDER BY array_position(ARRAY['fleet', 'model', 'group', 'drive'], scope), changed_at), '[]')
  FROM health_threshold
  WHERE scope = 'fleet' OR (scope = 'model' AND scope_id = state.model)
    OR (scope = 'drive' AND scope_id = state.drive_id::text)
    OR (scope = 'group' AND EXISTS (
      SELECT FROM group_member WHERE group_member.drive_id = state.drive_id AND group_member.group_id::text = scope_id
    ))
) END`;

/** One text per identity. The separator cannot occur: PostgreSQL stores no NUL, and the ingest refuses it. */
export function identityText(key: DriveKey): string {
  return `${key.pciVendorId}\0${key.model}\0${key.serial}`;
}

/** The identity of such a text. */
export function identityOfText(text: string): DriveKey {
  const [vendor, model = "", serial = ""] = text.split("\0");
  return { pciVendorId: Number(vendor), model, serial };
}
