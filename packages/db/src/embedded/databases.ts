import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { DatabaseUrls } from "../migrate/up-to-date.ts";

const roles = { owner: "crosspoint_owner", application: "crosspoint_app" } as const;

/** A random password, kept in a file that only its owner can read. */
export function ensurePassword(dataDir: string, fileName: string): string {
  const file = join(dataDir, fileName);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/**
 * Makes the product's database and its two roles, where they are missing: one that owns the database and migrates it,
 * and one that the product works as. Neither may do anything else in the cluster. The superuser is used for this alone.
 */
export async function ensureProduct(
  adminUrl: (database: string) => string,
  dataDir: string,
  name: string,
): Promise<DatabaseUrls> {
  const urlOf = async (role: string): Promise<string> => {
    const password = ensurePassword(dataDir, passwordFileOf(role));
    await ensureRole(adminUrl("postgres"), role, password);
    return Object.assign(new URL(adminUrl(name)), { username: role, password }).toString();
  };
  const urls = { owner: await urlOf(roles.owner), application: await urlOf(roles.application) };
  await ensureDatabase(adminUrl("postgres"), name);
  const database = pg.escapeIdentifier(name);
  await execute(
    adminUrl("postgres"),
    `ALTER DATABASE ${database} OWNER TO ${roles.owner};
     REVOKE ALL ON DATABASE ${database} FROM PUBLIC;
     GRANT CONNECT ON DATABASE ${database} TO ${roles.application}`,
  );
  return urls;
}

/**
 * The product's database as the application, in the cluster that runs on this port: for a command beside a running
 * product. Holds the password: never log it.
 */
export function applicationUrl(port: number, dataDir: string, name: string): string {
  const password = readFileSync(join(dataDir, passwordFileOf(roles.application)), "utf8").trim();
  return `postgresql://${roles.application}:${password}@127.0.0.1:${port}/${name}`;
}

const passwordFileOf = (role: string): string => `password-${role}`;

async function ensureRole(adminUrl: string, role: string, password: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  try {
    await execute(adminUrl, `CREATE ROLE ${name}`);
  } catch (error) {
    const duplicateObject = "42710";
    if ((error as { code?: string }).code !== duplicateObject) throw error;
  }
  await execute(adminUrl, `ALTER ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
}

export async function ensureDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const suffix = template ? ` TEMPLATE ${pg.escapeIdentifier(template)}` : "";
  try {
    await execute(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${suffix}`);
  } catch (error) {
    const duplicateDatabase = "42P04";
    if ((error as { code?: string }).code !== duplicateDatabase) throw error;
  }
}

/**
 * Gives a database the name of another, in one step, and drops that one only then. Whoever is connected to either is cut
 * off.
 */
export async function replaceDatabase(adminUrl: string, name: string, by: string): Promise<void> {
  const [old, whole, aside] = [name, by, `${name}_replaced`].map((each) => pg.escapeIdentifier(each));
  const cutOff = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname IN (${pg.escapeLiteral(name)}, ${pg.escapeLiteral(by)})`;
  await execute(adminUrl, `DROP DATABASE IF EXISTS ${aside} WITH (FORCE)`);
  // Several statements at once are one transaction.
  await execute(
    adminUrl,
    `${cutOff}; ALTER DATABASE ${old} RENAME TO ${aside}; ALTER DATABASE ${whole} RENAME TO ${old}`,
  );
  await execute(adminUrl, `DROP DATABASE ${aside} WITH (FORCE)`);
}

export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
