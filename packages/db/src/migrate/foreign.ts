import { createHash } from "node:crypto";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { hasMigrations } from "./record.ts";

/** The database was made by migrations that this version does not have, so that its tables are not the ones it needs. */
export class ForeignDatabaseError extends Error {
  constructor(migration: string) {
    super(
      `The database was made by another version of Crosspoint: its migration ${migration} is not this version's. ` +
        "There is no upgrade between versions before the first release: give this version an empty database " +
        "(the embedded one: move its folder away), or start the version that made it.",
    );
    this.name = "ForeignDatabaseError";
  }
}

/**
 * Refuses a database whose migrations differ from the list: those that are done by name or by content, one that was
 * only begun by name, as its script may have been mended since. The engine would take a rewritten migration for applied
 * and leave the old tables in place.
 *
 * @throws ForeignDatabaseError naming the first that differs; nothing is changed.
 */
export async function refuseForeign(pool: pg.Pool, list: MigrationList): Promise<void> {
  if (!(await hasMigrations(pool))) return;
  const { rows } = await pool.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
    FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const ours = checksums(list);
  const foreign = rows.find(({ name, checksum, finished }) =>
    finished ? ours.get(name) !== checksum : !ours.has(name),
  );
  if (foreign !== undefined) throw new ForeignDatabaseError(foreign.name);
}

/** SHA-256 of each script, hex: what the engine notes as its checksum. */
export function checksums(list: MigrationList): ReadonlyMap<string, string> {
  return new Map(
    list.migrationDirectories.flatMap(({ path, migrationFile: { content } }) =>
      content.tag === "ok" ? [[path, createHash("sha256").update(content.value).digest("hex")] as const] : [],
    ),
  );
}
