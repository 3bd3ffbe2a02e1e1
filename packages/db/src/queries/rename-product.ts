import type { Database } from "../client.ts";
import { searchText } from "./refresh-drive-lists.ts";

/** Gives all drives of a model their product's name, in lists and in the search. Returns how many changed. */
export async function renameProduct(db: Database, model: string, productName: string | null): Promise<number> {
  return db.$executeRaw`
    WITH held AS MATERIALIZED (
      SELECT reading.drive_id FROM drive_reading AS reading JOIN drive_state AS state ON state.drive_id = reading.drive_id
      WHERE state.model = ${model} AND state.product_name IS DISTINCT FROM ${productName}
      ORDER BY reading.drive_id
      FOR UPDATE OF reading
    ), renamed AS (
      UPDATE drive_state SET product_name = ${productName} FROM held WHERE drive_state.drive_id = held.drive_id
      RETURNING drive_state.drive_id, ${searchText} AS text
    )
    INSERT INTO drive_search (drive_id, text) SELECT drive_id, text FROM renamed
    ON CONFLICT (drive_id) DO UPDATE SET text = excluded.text`;
}
