import type { Transaction } from "../client.ts";

export interface TaggedDrive {
  readonly id: string;
  /** Model and serial. */
  readonly name: string;
}

/**
 * Adds tags to drives and takes some away, in the order of their ids; each keeps its others. Returns those that have all of what was
 * asked for now; one with more than `most` tags would have none changed.
 */
export async function tagDriveRows(
  tx: Transaction,
  driveIds: readonly string[],
  { add, remove, most }: { readonly add: readonly string[]; readonly remove: readonly string[]; readonly most: number },
): Promise<TaggedDrive[]> {
  return tx.$queryRaw<TaggedDrive[]>`
    WITH locked AS (
      SELECT id, ARRAY(
        SELECT DISTINCT tag FROM unnest(tags || ${add}::text[]) AS tag WHERE tag <> ALL (${remove}::text[]) ORDER BY tag
      ) AS tags
      FROM drive WHERE id = ANY (${driveIds}::uuid[]) AND lifecycle <> 'merged'
      ORDER BY id LIMIT ${driveIds.length} FOR UPDATE
    )
    UPDATE drive SET tags = locked.tags
    FROM locked WHERE drive.id = locked.id AND cardinality(locked.tags) <= ${most}
    RETURNING drive.id::text AS id, drive.model || ' ' || drive.serial AS name`;
}
