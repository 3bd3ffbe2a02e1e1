import { migrationList, noFilter, withSchemaEngine } from "./engine.ts";
import { settleUnfinished } from "./failed.ts";
import { refuseForeign } from "./foreign.ts";
import { lockMigrations } from "./record.ts";
import { requireTrigrams } from "./trigrams.ts";

/**
 * Applies what is missing, in order; answers the names of what it applied. Running it twice changes nothing, and after
 * a failure it goes on from the one that failed.
 *
 * @throws MigrationError naming the migration that PostgreSQL refused; nothing of that one is applied.
 * @throws ForeignDatabaseError for a database of another version; nothing is changed.
 * @throws TrigramsMissingError where the extension that the search needs is missing; nothing is changed.
 */
export async function applyMigrations(url: string, list = migrationList()): Promise<string[]> {
  return await withSchemaEngine(
    url,
    async (engine, pool) => {
      await lockMigrations(pool);
      await refuseForeign(pool, list);
      await settleUnfinished(pool);
      await requireTrigrams(pool);
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: list, filters: noFilter });
      return appliedMigrationNames;
    },
    list,
  );
}
