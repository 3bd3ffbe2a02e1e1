import type { Database } from "../client.ts";
import type { ModelFirmware } from "./match-drives.ts";

/** Drives in service or spare of one model with one firmware. */
export interface FirmwareCount extends ModelFirmware {
  readonly drives: number;
}

/** The most frequent pairs of a model and a firmware first, from counts that are kept up: no drive is read. */
export async function countFirmwares(db: Database, limit: number): Promise<FirmwareCount[]> {
  const rows = await db.$queryRaw<{ model: string; firmware: string; drives: bigint }[]>`
    SELECT detail AS model, value AS firmware, sum(delta)::bigint AS drives FROM drive_count
    WHERE kind = 'firmware' GROUP BY detail, value HAVING sum(delta) > 0
    ORDER BY sum(delta) DESC, detail, value LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, drives: Number(row.drives) }));
}

/** The same pairs of all drives, whatever their lifecycle. All rows are read. */
export function findFirmwares(db: Database, limit: number): Promise<ModelFirmware[]> {
  return db.$queryRaw<ModelFirmware[]>`
    SELECT state.model, state.firmware FROM drive_state AS state
    GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT ${limit}`;
}
