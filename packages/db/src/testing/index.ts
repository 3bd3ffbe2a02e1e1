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
  const adminUrl = inject("postgresAdminUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const { username: ownerRole } = new URL(inject("postgresUrls").owner);
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${inject("postgresTemplate")} OWNER ${ownerRole}`);
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
      await execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    postgresAdminUrl: string;
    postgresTemplate: string;
    /** Of the template. */
    postgresUrls: DatabaseUrls;
  }
}
