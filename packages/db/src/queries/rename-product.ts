import type { Database } from "../client.ts";
import { searchText } from "./refresh-drive-lists.ts";

/** Gives all drives of a model their product's name, in lists and in the search. Returns how many changed. */
export async function renameProduct(db: Database, model: string, productName: string | null): Promise<number> {
  return db.$executeRaw`
    WITH renamed AS (
      UPDATE drive_state SET product_name = ${productName}
      WHERE model = ${model} AND product_name IS DISTINCT FROM ${productName}
      RETURNING drive_id, ${searchText} AS text
    )
    INSERT INTO drive_search (drive_id, text) SELECT drive_id, text FROM renamed
    ON CONFLICT (drive_id) DO UPDATE SET text = excluded.text`;
}
