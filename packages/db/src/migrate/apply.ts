import { migrationList, noFilter, withSchemaEngine } from "./engine.ts";

/** Applies what is missing, in order; answers the names of what it applied. Running it twice changes nothing. */
export async function applyMigrations(url: string): Promise<string[]> {
  return await withSchemaEngine(url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationList(),
      filters: noFilter,
    });
    return appliedMigrationNames;
  });
}
