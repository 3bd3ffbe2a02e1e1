import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { connectDatabase, type Database } from "../client.ts";
import { execute } from "../embedded/databases.ts";
import type { DatabaseUrls } from "../migrate/index.ts";

export interface TestDatabase {
  /** As the application, which may only do what it may do in the product. */
  readonly db: Database;
  /** For what needs a connection of its own, such as LISTEN. */
  readonly url: string;
  /** As the owner, who migrates: for tests that change the schema. */
  readonly owner: Database;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/**
 * A migrated, empty database of a test file's own, copied from the template that the set-up made (about 50 ms).
 * Close it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrls = [inject("postgresAdminUrl"), ...inject("postgresWorkerAdminUrls")];
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const { username: ownerRole } = new URL(inject("postgresUrls").owner);
  const copy = `CREATE DATABASE ${name} TEMPLATE ${inject("postgresTemplate")} OWNER ${ownerRole}`;
  await Promise.all(adminUrls.map((adminUrl) => execute(adminUrl, copy)));
  const here = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString();
  const [url, ownerUrl] = [here(inject("postgresUrls").application), here(inject("postgresUrls").owner)];
  const db = connectDatabase(url);
  const owner = connectDatabase(ownerUrl, 2);
  return {
    db,
    url,
    owner,
    ownerUrl,
    close: async () => {
      await Promise.all([db.$disconnect(), owner.$disconnect()]);
      for (const adminUrl of adminUrls) await dropDatabase(adminUrl, name);
    },
  };
}

/** Whether test databases are spread over several nodes, where some of what a test does to tables is not to be had. */
export function onCluster(): boolean {
  return inject("postgresWorkerAdminUrls").length > 0;
}

/**
 * Cuts the last worker of the cluster off from one database, in the middle of what it does for it: to the coordinator it is a node that died
 * and refuses connections. What is returned brings it back, and lets the coordinator end what is prepared on it, as it does once a minute.
 */
export async function loseWorker(databaseUrl: string): Promise<() => Promise<void>> {
  const worker = inject("postgresWorkerAdminUrls").at(-1);
  if (worker === undefined) throw new Error("One PostgreSQL has no workers to lose.");
  const name = new URL(databaseUrl).pathname.slice(1);
  const coordinator = Object.assign(new URL(inject("postgresAdminUrl")), { pathname: `/${name}` }).toString();
  const allow = (connections: boolean) => execute(worker, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${connections}`);
  await allow(false);
  await execute(worker, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  return async () => {
    await allow(true);
    await execute(coordinator, "SELECT recover_prepared_transactions()");
  };
}

const dropAttempts = 5;

/** The nodes of a cluster connect to each other now and then, also to a database that is being dropped. */
async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    } catch (error) {
      const objectInUse = "55006";
      if (attempt >= dropAttempts || (error as { code?: string }).code !== objectInUse) throw error;
    }
  }
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Where it is a cluster, its coordinator's. */
    postgresAdminUrl: string;
    /** Of the workers of a cluster; none of one PostgreSQL. */
    postgresWorkerAdminUrls: readonly string[];
    postgresTemplate: string;
    /** Of the template. */
    postgresUrls: DatabaseUrls;
  }
}
