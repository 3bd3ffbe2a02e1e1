import type { Database } from "../client.ts";

/** A drive that was seen with another firmware revision than before, with what lists show of it. */
export interface FirmwareChange {
  /** When an inventory told the new revision first. */
  readonly at: Date;
  readonly previous: string;
  readonly firmware: string;
  /** Whose inventory that was; the id is null where the host was removed. */
  readonly hostId: string | null;
  readonly hostname: string;
  readonly driveId: string;
  readonly model: string;
  readonly productName: string | null;
  readonly serial: string;
}

/** The newest of the fleet, by their index. */
export async function findRecentFirmwareChanges(
  db: Database,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<FirmwareChange[]> {
  return db.$queryRaw<FirmwareChange[]>`
    SELECT changed.at, changed.previous, changed.firmware, changed.host_id::text AS "hostId", changed.hostname,
      changed.drive_id::text AS "driveId", state.model, state.product_name AS "productName", state.serial
    FROM (
      SELECT * FROM drive_firmware_change WHERE at >= ${since} ORDER BY at DESC LIMIT ${limit}
    ) AS changed JOIN drive_state AS state ON state.drive_id = changed.drive_id
    WHERE state.lifecycle <> 'merged'
    ORDER BY changed.at DESC, state.serial LIMIT ${limit}`;
}

/** Removes at most `limit` of those before; returns how many. */
export async function pruneFirmwareChanges(db: Database, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM drive_firmware_change WHERE id IN (SELECT id FROM drive_firmware_change WHERE at < ${before} LIMIT ${limit})`;
}
