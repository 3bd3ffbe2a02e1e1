import pg from "pg";
import { DistributeError } from "./error.ts";
import { type DistributeSettings, type Node, nameOf } from "./settings.ts";

/**
 * Makes the owner's and the application's roles on workers that lack them, with the passwords that they have on the
 * coordinator (as PostgreSQL keeps them: hashed). Returns the owner's name.
 */
export async function copyRoles(
  coordinator: pg.Client,
  workers: ReadonlyMap<Node, pg.Client>,
  application: string,
): Promise<string> {
  const { rows } = await coordinator.query<{ owner: string }>(
    "SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = 'smart_sample'::regclass",
  );
  const owner = rows[0]?.owner ?? "";
  for (const role of new Set([owner, application])) {
    // What the owner makes on the coordinator is made on the workers as well.
    const privilege = role === owner ? "CREATE" : "CONNECT";
    const { rows: hashes } = await coordinator.query<{ hash: string | null }>(
      "SELECT rolpassword AS hash FROM pg_authid WHERE rolname = $1",
      [role],
    );
    if (hashes[0] === undefined) {
      throw new DistributeError(
        `The coordinator has no role ${role}.`,
        "DATABASE_URL names the role that Crosspoint works as.",
      );
    }
    for (const worker of workers.values()) await makeRole(worker, role, { hash: hashes[0].hash, privilege });
  }
  return owner;
}

/** Asks first: a worker that belongs to a cluster takes no such statement any more. */
async function makeRole(
  worker: pg.Client,
  role: string,
  { hash, privilege }: { readonly hash: string | null; readonly privilege: "CREATE" | "CONNECT" },
): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rowCount } = await worker.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  const password = hash === null ? "" : `PASSWORD ${pg.escapeLiteral(hash)}`;
  if (rowCount === 0) await worker.query(`CREATE ROLE ${name} LOGIN ${password}`);
  const { rows } = await worker.query<{ database: string; may: boolean }>(
    "SELECT current_database() AS database, has_database_privilege($1, current_database(), $2) AS may",
    [role, privilege],
  );
  for (const { database, may } of rows) {
    if (!may) await worker.query(`GRANT CONNECT, ${privilege} ON DATABASE ${pg.escapeIdentifier(database)} TO ${name}`);
  }
}

/** Makes the coordinator and the workers known to each other, those that are not. */
export async function addNodes(
  coordinator: pg.Client,
  { coordinator: own, workers }: DistributeSettings,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await coordinator.query<{ name: string; isCoordinator: boolean }>(
    `SELECT nodename || ':' || nodeport AS name, groupid = 0 AS "isCoordinator" FROM pg_dist_node`,
  );
  if (!rows.some(({ name, isCoordinator }) => isCoordinator && name === nameOf(own))) {
    await coordinator.query("SELECT citus_set_coordinator_host($1, $2)", [own.host, own.port]);
  }
  for (const worker of workers) {
    const name = nameOf(worker);
    if (rows.some((row) => !row.isCoordinator && row.name === name)) continue;
    await coordinator.query("SELECT citus_add_node($1, $2)", [worker.host, worker.port]);
    say(`Added the worker ${name}.`);
  }
}

/** Refuses where the coordinator cannot reach a worker as a role of the product. */
export async function checkRoles(coordinator: pg.Client, roles: readonly string[]): Promise<void> {
  for (const role of new Set(roles)) {
    await coordinator.query(`SET ROLE ${pg.escapeIdentifier(role)}`);
    const { rows } = await coordinator.query<{ name: string; success: boolean; result: string }>(
      `SELECT nodename || ':' || nodeport AS name, success, result FROM run_command_on_workers('SELECT 1')`,
    );
    await coordinator.query("RESET ROLE");
    const failed = rows.find(({ success }) => !success);
    if (failed === undefined) continue;
    throw new DistributeError(
      `The coordinator cannot connect to ${failed.name} as ${role}: ${failed.result.trim()}`,
      "Let the coordinator in (pg_hba.conf of the worker), and give it the role's password: in ~/.pgpass of the user that PostgreSQL runs as, on every node.",
    );
  }
}
