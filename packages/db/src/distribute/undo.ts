import pg from "pg";
import { checkDisk, checkTables, checkTransactions } from "./check.ts";
import { type Say, withClients } from "./distribute.ts";
import { type DistributeSettings, nameOf } from "./settings.ts";
import { readSpread } from "./spread.ts";
import { spreadTables } from "./tables.ts";

/**
 * Takes all tables back to the coordinator, the other way round, and lets go of the workers: it is a plain database then. May be
 * repeated, also after it was cut off.
 */
export async function undistribute(settings: DistributeSettings, say: Say): Promise<void> {
  await withClients({ ...settings, workers: [] }, async (coordinator) => {
    await checkTables(coordinator);
    await checkTransactions(coordinator, settings.coordinator);
    const { rowCount } = await coordinator.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    if (rowCount === 0) return say("The database is not distributed: it has no extension citus.");
    const spread = (await readSpread(coordinator)).filter(({ distributed }) => distributed);
    await checkDisk(
      coordinator,
      settings.coordinator,
      spread.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    for (const { name } of spreadTables.toReversed()) {
      if (!spread.some((each) => each.name === name)) continue;
      await coordinator.query("SELECT undistribute_table($1)", [name]);
      say(`Took ${name} back to the coordinator.`);
    }
    await removeNodes(coordinator, say);
    await grantTables(coordinator, settings.application);
  });
}

/** They are new tables. */
async function grantTables(coordinator: pg.Client, application: string): Promise<void> {
  const { rows } = await coordinator.query<{ table: string }>(
    `SELECT relid::regclass::text AS table FROM unnest($1::text[]) AS name, pg_partition_tree(name::regclass)`,
    [spreadTables.map(({ name }) => name)],
  );
  const tables = rows.map(({ table }) => table).join(", ");
  await coordinator.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables} TO ${pg.escapeIdentifier(application)}`);
}

async function removeNodes(coordinator: pg.Client, say: Say): Promise<void> {
  const { rows } = await coordinator.query<{ host: string; port: number }>(
    "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0",
  );
  for (const { host, port } of rows) {
    await coordinator.query("SELECT citus_remove_node($1, $2)", [host, port]);
    say(`Removed the worker ${nameOf({ host, port })}.`);
  }
}
