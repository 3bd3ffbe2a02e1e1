import pg from "pg";
import { DistributeError } from "./error.ts";
import { type DistributeSettings, type Node, nameOf } from "./settings.ts";

/** A role that the product works as. */
interface Role {
  readonly name: string;
  /** Its password as PostgreSQL keeps it; null where it has none. */
  readonly hash: string | null;
  /** In the database of each worker. */
  readonly privilege: "CREATE" | "CONNECT";
}

/** The owner's and the application's roles as they are on the coordinator. */
export async function readRoles(coordinator: pg.Client, application: string): Promise<Role[]> {
  const { rows } = await coordinator.query<{ owner: string }>(
    "SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = 'smart_sample'::regclass",
  );
  const owner = rows[0]?.owner ?? "";
  const roles: Role[] = [];
  for (const name of new Set([owner, application])) {
    const { rows: hashes } = await coordinator.query<{ hash: string | null }>(
      "SELECT rolpassword AS hash FROM pg_authid WHERE rolname = $1",
      [name],
    );
    if (hashes[0] === undefined) {
      throw new DistributeError(
        `The coordinator has no role ${name}.`,
        "DATABASE_URL names the role that Crosspoint works as.",
      );
    }
    // What the owner makes on the coordinator is made on the workers as well.
    roles.push({ name, hash: hashes[0].hash, privilege: name === owner ? "CREATE" : "CONNECT" });
  }
  return roles;
}

/** Makes these roles on workers that lack them, with the passwords that they have on the coordinator. */
export async function copyRoles(roles: readonly Role[], workers: ReadonlyMap<Node, pg.Client>): Promise<void> {
  for (const role of roles) for (const worker of workers.values()) await makeRole(worker, role);
}

/** Asks first: a worker that belongs to a cluster takes no such statement any more. */
async function makeRole(worker: pg.Client, { name: role, hash, privilege }: Role): Promise<void> {
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
export async function checkRoles(coordinator: pg.Client, roles: readonly Role[]): Promise<void> {
  for (const { name: role } of roles) {
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
