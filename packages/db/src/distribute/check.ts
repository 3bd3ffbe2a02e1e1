import type pg from "pg";
import { DistributeError } from "./error.ts";
import { type Node, nameOf } from "./settings.ts";
import { spreadTables } from "./tables.ts";

/** What a node says of itself. */
export interface NodeFacts {
  readonly node: Node;
  /** As 150020. */
  readonly postgresql: number;
  /** The extension in this database; null where it is not made yet. */
  readonly citus: string | null;
  /** What could be made. */
  readonly available: string | null;
  readonly preloaded: boolean;
  readonly superuser: boolean;
  readonly preparedMost: number;
  /** Transactions that were prepared here and neither committed nor rolled back. */
  readonly prepared: number;
}

const leastPostgresql = 150_000;
/** Tried with 13.2; older ones lack what the queries need, or nobody has tried them. */
const leastCitus = 13;
/** Longer than any report or page takes. */
const longTransaction = "1 minute";
/** Indexes are built anew, and something is to be left. */
const spare = 1.5;

export async function readNode(client: pg.ClientBase, node: Node): Promise<NodeFacts> {
  const { rows } = await client.query<Omit<NodeFacts, "node">>(`
    SELECT current_setting('server_version_num')::int AS postgresql,
      (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS citus,
      (SELECT default_version FROM pg_available_extensions WHERE name = 'citus') AS available,
      current_setting('shared_preload_libraries') ~ '(^|,)\\s*"?citus' AS preloaded,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
      current_setting('max_prepared_transactions')::int AS "preparedMost",
      (SELECT count(*)::int FROM pg_prepared_xacts WHERE database = current_database()) AS prepared`);
  const [facts] = rows;
  if (facts === undefined) throw new Error("PostgreSQL says nothing of itself.");
  return { node, ...facts };
}

/** Refuses nodes that cannot be a cluster, the coordinator first among them, before anything is changed. */
export function checkNodes(nodes: readonly NodeFacts[]): void {
  for (const facts of nodes) checkNode(facts);
  const [first, ...others] = nodes;
  const other = others.find(
    ({ postgresql, available }) =>
      majorOf(postgresql) !== majorOf(first?.postgresql ?? 0) || available !== first?.available,
  );
  if (first === undefined || other === undefined) return;
  throw new DistributeError(
    `${nameOf(first.node)} has ${versionsOf(first)}, ${nameOf(other.node)} has ${versionsOf(other)}.`,
    "Install the same versions on all nodes.",
  );
}

function checkNode(facts: NodeFacts): void {
  const name = nameOf(facts.node);
  const refuse = (message: string, remedy: string): never => {
    throw new DistributeError(`${name}: ${message}`, remedy);
  };
  if (facts.postgresql < leastPostgresql) refuse(`PostgreSQL ${majorOf(facts.postgresql)}.`, "It must be 15 or newer.");
  if (!facts.superuser) refuse("the role of CITUS_ADMIN_URL is no superuser.", "Use one that is, on every node.");
  if (facts.available === null) refuse("the extension citus is not installed.", "Install Citus 13 on every node.");
  const version = facts.citus ?? facts.available;
  if (Number.parseInt(version ?? "", 10) < leastCitus)
    refuse(`Citus ${version}.`, `It must be ${leastCitus} or newer.`);
  if (!facts.preloaded) {
    refuse(
      "citus is not loaded.",
      "Put it first in shared_preload_libraries in postgresql.conf, and restart PostgreSQL.",
    );
  }
  if (facts.preparedMost === 0) {
    refuse("max_prepared_transactions is 0.", "Set it to at least max_connections, and restart PostgreSQL.");
  }
  if (facts.prepared > 0) {
    const remedy = "Look at pg_prepared_xacts: Citus ends its own within a minute; roll back, or commit, any other.";
    refuse(`${facts.prepared} prepared transactions wait to be ended.`, remedy);
  }
}

/** Refuses while somebody has had a transaction open for long: distributing a table waits for all who use it, and all others wait behind it. */
export async function checkTransactions(client: pg.ClientBase, node: Node): Promise<void> {
  const { rows } = await client.query<{ pid: number; user: string; program: string }>(`
    SELECT pid, usename AS user, application_name AS program FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND xact_start < now() - interval '${longTransaction}' LIMIT 1`);
  const [open] = rows;
  if (open === undefined) return;
  throw new DistributeError(
    `${nameOf(node)}: a transaction of ${open.user} (${open.program || "unnamed"}, process ${open.pid}) has been open for more than ${longTransaction}.`,
    "Let it end first, or end it: a backup, or somebody's psql.",
  );
}

/** Refuses a database that is not Crosspoint's, or whose migrations are still to be applied. */
export async function checkTables(client: pg.ClientBase): Promise<void> {
  const names = spreadTables.map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass('public.' || name) IS NULL",
    [names],
  );
  if (rows.length === 0) return;
  const missing = rows.map(({ name }) => name).join(", ");
  throw new DistributeError(`The database has no table ${missing}.`, "Run `npm run -w @crosspoint/db migrate` first.");
}

/** What a node has free where its data are, and how much it would be given. */
export async function checkDisk(client: pg.ClientBase, node: Node, bytes: number): Promise<void> {
  const { rows } = await client.query<{ free: string }>(
    "SELECT available_disk_size AS free FROM citus_local_disk_space_stats()",
  );
  const free = Number(rows[0]?.free ?? 0);
  const needed = bytes * spare;
  if (free >= needed) return;
  const gigabytes = (value: number) => `${(value / 1e9).toFixed(1)} GB`;
  throw new DistributeError(
    `${nameOf(node)} has ${gigabytes(free)} free; about ${gigabytes(needed)} are needed.`,
    "Give it a larger disk, or shorten what is kept (Settings, Storage) and wait for it to be removed.",
  );
}

function versionsOf({ postgresql, available }: NodeFacts): string {
  return `PostgreSQL ${majorOf(postgresql)} with Citus ${available}`;
}

export function majorOf(version: number): number {
  return Math.floor(version / 10_000);
}
