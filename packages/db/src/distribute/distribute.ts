import pg from "pg";
import { sessionUrl } from "../session.ts";
import { checkDisk, checkNodes, checkTables, checkTransactions, type NodeFacts, readNode } from "./check.ts";
import { addNodes, checkRoles, copyRoles, readRoles } from "./nodes.ts";
import { type DistributeSettings, type Node, nameOf, urlOn } from "./settings.ts";
import { readSpread, type Spread } from "./spread.ts";
import { type SpreadTable, spreadTables } from "./tables.ts";

/** Tells of each step as it is done. */
export type Say = (line: string) => void;

/**
 * Makes a cluster of the coordinator's database and the workers, and spreads the tables that grow over them. What can be
 * asked without the extension is checked before anything is changed, the rest before any table is. What is done already is left as it is, so that it may be repeated, also after it was cut off.
 *
 * @throws DistributeError with a remedy.
 */
export async function distribute(settings: DistributeSettings, say: Say): Promise<void> {
  await withClients(settings, async (coordinator, workers) => {
    await checkTables(coordinator);
    const nodes = await readNodes(settings, coordinator, workers);
    checkNodes(nodes);
    const roles = await readRoles(coordinator, settings.application);
    await checkTransactions(coordinator, settings.coordinator);
    for (const [node, client] of workers) await checkTransactions(client, node);
    say(`Checked ${nodes.length} nodes.`);
    for (const client of [coordinator, ...workers.values()]) await client.query("CREATE EXTENSION IF NOT EXISTS citus");
    const before = await readSpread(coordinator);
    for (const [node, client] of workers) await checkDisk(client, node, bytesToMove(before) / workers.size);
    await copyRoles(roles, workers);
    await addNodes(coordinator, settings, say);
    await checkRoles(coordinator, roles);
    if (settings.shards !== undefined) await coordinator.query(`SET citus.shard_count TO ${settings.shards}`);
    for (const table of spreadTables) await spread(coordinator, table, before, say);
  });
}

async function spread(coordinator: pg.Client, table: SpreadTable, before: readonly Spread[], say: Say): Promise<void> {
  const { name, by, beside } = table;
  if (before.some((each) => each.name === name && each.distributed)) {
    say(`${name} is distributed already.`);
  } else {
    await coordinator.query("SELECT create_distributed_table($1, $2, colocate_with => $3)", [
      name,
      by,
      beside === name ? "none" : beside,
    ]);
    say(`Distributed ${name} by ${by}.`);
  }
  // What the coordinator had stays there, unseen, until it is removed. It does not matter how often that is asked for.
  await coordinator.query("SELECT truncate_local_data_after_distributing_table($1)", [name]);
}

function bytesToMove(tables: readonly Spread[]): number {
  return tables.reduce((sum, { distributed, bytes }) => sum + (distributed ? 0 : bytes), 0);
}

async function readNodes(
  { coordinator: node }: DistributeSettings,
  coordinator: pg.Client,
  workers: ReadonlyMap<Node, pg.Client>,
): Promise<NodeFacts[]> {
  const nodes = [await readNode(coordinator, node)];
  for (const [worker, client] of workers) nodes.push(await readNode(client, worker));
  return nodes;
}

/** Longest that a table is waited for which somebody else uses: all others wait behind. */
const lockTimeout = "10s";

/** Connects to all nodes, in UTC as every session is. */
export async function withClients(
  { adminUrl, workers }: Pick<DistributeSettings, "adminUrl" | "workers">,
  work: (coordinator: pg.Client, workers: ReadonlyMap<Node, pg.Client>) => Promise<void>,
): Promise<void> {
  const connected: pg.Client[] = [];
  const connect = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: sessionUrl(url), connectionTimeoutMillis: 10_000 });
    await client.connect();
    connected.push(client);
    await client.query(`SET lock_timeout TO '${lockTimeout}'`);
    return client;
  };
  try {
    const coordinator = await connect(adminUrl);
    const clients = new Map<Node, pg.Client>();
    for (const worker of workers) clients.set(worker, await connectNamed(connect, adminUrl, worker));
    await work(coordinator, clients);
  } finally {
    await Promise.all(connected.map((client) => client.end()));
  }
}

async function connectNamed(
  connect: (url: string) => Promise<pg.Client>,
  adminUrl: string,
  worker: Node,
): Promise<pg.Client> {
  try {
    return await connect(urlOn(adminUrl, worker));
  } catch (error) {
    throw new Error(`${nameOf(worker)}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
