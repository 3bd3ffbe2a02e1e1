import { randomUUID } from "node:crypto";
import { type AddressInfo, connect, createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectDatabase } from "./client.ts";
import { createTestDatabase, type TestDatabase } from "./testing/index.ts";

/** The cluster of these tests is in Asia/Kolkata (5:30 ahead), as a machine's own PostgreSQL may be. */
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const noon = new Date("2026-11-21T12:00:00.250Z");

/** Reads with a plain connection of the cluster's own zone what the columns hold, as UTC. */
async function storedTimes(id: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT current_setting('TimeZone') AS zone, (created_at AT TIME ZONE 'UTC')::text AS created,
         (expires_at AT TIME ZONE 'UTC')::text AS expires FROM setup_link WHERE id = $1`,
      [id],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

async function createLink(expiresAt: Date): Promise<string> {
  const data = { tokenHash: randomUUID(), createdAt: noon, expiresAt };
  return (await test.db.setupLink.create({ data })).id;
}

describe("a database whose own time zone is not UTC", () => {
  it("holds the times that models write", async () => {
    expect(await storedTimes(await createLink(noon))).toEqual({
      zone: "Asia/Kolkata",
      created: "2026-11-21 12:00:00.25",
      expires: "2026-11-21 12:00:00.25",
    });
  });

  it("holds the same times from models, raw SQL and its own clock", async () => {
    const id = await createLink(noon);
    await test.db.$executeRaw`UPDATE setup_link SET expires_at = ${noon} WHERE id = ${id}::uuid`;
    const text = noon.toISOString();
    await test.db.$executeRaw`UPDATE setup_link SET created_at = ${text}::timestamptz WHERE id = ${id}::uuid`;
    expect(await storedTimes(id)).toMatchObject({
      created: "2026-11-21 12:00:00.25",
      expires: "2026-11-21 12:00:00.25",
    });
    expect(await test.db.setupLink.findUnique({ where: { id } })).toMatchObject({ createdAt: noon, expiresAt: noon });
    expect(await test.db.setupLink.count({ where: { id, expiresAt: { lte: noon, gte: noon } } })).toBe(1);

    await test.db.$executeRaw`UPDATE setup_link SET used_at = now() WHERE id = ${id}::uuid`;
    const { usedAt } = await test.db.setupLink.findUniqueOrThrow({ where: { id } });
    expect(Math.abs((usedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it("has partitions that begin at midnight UTC", async () => {
    const client = new pg.Client({ connectionString: test.url, options: "-c TimeZone=UTC" });
    await client.connect();
    const { rows } = await client.query(
      `SELECT pg_get_expr(relpartbound, oid) AS bounds FROM pg_class
       WHERE relispartition AND relkind = 'r' AND relname ~ '^smart_sample_\\d{4}_\\d{2}_\\d{2}$'`,
    );
    await client.end();
    expect(rows).toHaveLength(5);
    for (const { bounds } of rows) {
      expect(bounds).toMatch(/FROM \('\d{4}-\d\d-\d\d 00:00:00\+00'\) TO \('\d{4}-\d\d-\d\d 00:00:00\+00'\)/);
    }
  });
});

describe("connectDatabase", () => {
  const zoneOf = async (url: string) => {
    const db = connectDatabase(url, 1);
    try {
      const [row] = await db.$queryRaw<{ zone: string }[]>`SELECT current_setting('TimeZone') AS zone`;
      return row?.zone;
    } finally {
      await db.$disconnect();
    }
  };
  const withOptions = (options: string) => {
    const url = new URL(inject("postgresAdminUrl"));
    url.searchParams.set("options", options);
    return url.toString();
  };

  it("asks for UTC beside the options of the address, and after them", async () => {
    expect(await zoneOf(withOptions("-c TimeZone=America/New_York -c geqo=off"))).toBe("UTC");
    const db = connectDatabase(withOptions("-c geqo=off"), 1);
    const [row] = await db.$queryRaw<{ geqo: string }[]>`SELECT current_setting('geqo') AS geqo`;
    await db.$disconnect();
    expect(row?.geqo).toBe("off");
  });

  it("refuses a session when something between has dropped what it asked for", async () => {
    const forgetful = await startForgetfulPooler(/TimeZone=UTC/g);
    await expect(zoneOf(forgetful.url)).rejects.toThrow(/is in time zone Asia\/Kolkata, not UTC.*pooler/);
    forgetful.close();
  });

  it("finds rows by their keys where it keeps plans, also behind a pooler that passes on nothing but the zone", async () => {
    const forgetful = await startForgetfulPooler(/(?:enable_\w+|statement_timeout)=\w+/g);
    const db = connectDatabase(forgetful.url, 1, { keepsPlansFrom: 1_000 });
    const names = ["enable_hashjoin", "enable_material", "enable_mergejoin", "enable_seqscan", "jit"];
    try {
      const set = await db.$queryRaw`
        SELECT name, setting FROM pg_settings WHERE name = ANY (${[...names, "statement_timeout"]}) ORDER BY name`;
      // The longest statement is what such a pooler drops.
      const off = names.map((name) => ({ name, setting: "off" }));
      expect(set).toEqual([...off, { name: "statement_timeout", setting: "0" }]);
    } finally {
      await db.$disconnect();
      forgetful.close();
    }
  });
});

/** Passes everything on, but for these of the settings asked for: another of the same length stands in the place of each. */
async function startForgetfulPooler(forgotten: RegExp): Promise<{ url: string; close(): void }> {
  const database = new URL(inject("postgresAdminUrl"));
  const other = (setting: string) => `geqo_seed=.${"5".repeat(setting.length - "geqo_seed=.".length)}`;
  const server = createServer((client) => {
    const behind = connect(Number(database.port), database.hostname);
    behind.pipe(client);
    client.once("data", (startup) => {
      behind.write(startup.toString("latin1").replace(forgotten, other), "latin1");
      client.pipe(behind);
    });
    for (const socket of [client, behind]) socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = Object.assign(new URL(database), { port: String(port) }).toString();
  return { url, close: () => void server.close() };
}
