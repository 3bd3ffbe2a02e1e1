import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { execute } from "../embedded/databases.ts";
import { bringUpToDate } from "../migrate/index.ts";
import { fillTables } from "../testing/fill-tables.ts";
import { distribute } from "./distribute.ts";
import type { DistributeSettings } from "./settings.ts";
import { spreadTables } from "./tables.ts";
import { undistribute } from "./undo.ts";

const admin = inject("postgresAdminUrl");
const workers = inject("postgresWorkerAdminUrls");
const here = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).toString();
const nodeOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });

describe.skipIf(workers.length === 0)("a database on a cluster (skipped on one PostgreSQL: npm test citus)", () => {
  const made: string[] = [];
  let settings: DistributeSettings;
  let client: pg.Client;

  beforeEach(async () => {
    const name = `spread_${randomUUID().replaceAll("-", "")}`;
    made.push(name);
    const [owner, application] = [inject("postgresUrls").owner, inject("postgresUrls").application];
    for (const url of workers) await execute(url, `CREATE DATABASE ${name}`);
    await execute(admin, `CREATE DATABASE ${name} OWNER ${new URL(owner).username}`);
    await bringUpToDate({ owner: here(owner, name), application: here(application, name) });
    await fillTables(here(admin, name));
    settings = {
      adminUrl: here(admin, name),
      coordinator: nodeOf(admin),
      workers: workers.map(nodeOf),
      application: new URL(application).username,
      shards: 4,
    };
    client = new pg.Client({ connectionString: here(admin, name) });
    await client.connect();
  }, 120_000);
  afterEach(() => client.end());
  afterAll(async () => {
    for (const name of made)
      for (const url of [admin, ...workers]) await execute(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  const steps = async (work: typeof distribute): Promise<string[]> => {
    const said: string[] = [];
    await work(settings, (line) => said.push(line));
    return said;
  };

  it("keeps every row where it is spread and taken back, and is as it was then", async () => {
    const before = { rows: await allRows(), catalog: await catalog() };
    expect(before.rows.flat().length).toBeGreaterThan(spreadTables.length);

    const first = await steps(distribute);
    expect(first.filter((line) => line.startsWith("Distributed"))).toEqual(
      spreadTables.map(({ name, by }) => `Distributed ${name} by ${by}.`),
    );
    expect(await allRows()).toEqual(before.rows);
    expect(await localRows()).toBe(0);
    expect(await colocated()).toEqual([
      ["point_second"],
      spreadTables
        .map(({ name }) => name)
        .slice(0, 5)
        .toSorted(),
    ]);

    expect(await steps(distribute)).toEqual([
      "Checked 3 nodes.",
      ...spreadTables.map(({ name }) => `${name} is distributed already.`),
    ]);

    const back = await steps(undistribute);
    expect(back.slice(0, 6)).toEqual(
      spreadTables.toReversed().map(({ name }) => `Took ${name} back to the coordinator.`),
    );
    expect({ rows: await allRows(), catalog: await catalog() }).toEqual(before);
    expect(await steps(undistribute)).toEqual([]);
    await steps(distribute);
    expect(await allRows()).toEqual(before.rows);
  }, 180_000);

  it("goes on where it was cut off", async () => {
    const cutOff = (line: string) => {
      if (line.startsWith("Distributed smart_day ")) throw new Error("killed");
    };
    await expect(distribute(settings, cutOff)).rejects.toThrow("killed");
    const rows = await allRows();
    expect(await steps(distribute)).toEqual([
      "Checked 3 nodes.",
      "smart_hour_mark is distributed already.",
      "smart_day_mark is distributed already.",
      "smart_day is distributed already.",
      "Distributed smart_hour by drive_id.",
      "Distributed smart_sample by drive_id.",
      "Distributed point_second by run_id.",
    ]);
    expect(await allRows()).toEqual(rows);
    expect(await localRows()).toBe(0);
  }, 180_000);

  it("is refused, and left as it is, while a prepared transaction waits on a worker", async () => {
    const worker = new pg.Client({ connectionString: here(workers[0] ?? "", client.database ?? "") });
    await worker.connect();
    await worker.query("BEGIN; CREATE TABLE waits (id int); PREPARE TRANSACTION 'waits'");
    await expect(distribute(settings, () => undefined)).rejects.toThrow("1 prepared transactions wait to be ended.");
    await worker.query("ROLLBACK PREPARED 'waits'");
    await worker.end();
    expect(await hasExtension()).toBe(false);
  }, 60_000);

  it("is refused, and left as it is, where the coordinator lacks the application's role", async () => {
    settings = { ...settings, application: "nobody" };
    await expect(distribute(settings, () => undefined)).rejects.toThrow("The coordinator has no role nobody.");
    expect(await hasExtension()).toBe(false);
  }, 60_000);

  const hasExtension = async () =>
    (await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rowCount === 1;

  async function allRows(): Promise<string[][]> {
    const tables: string[][] = [];
    for (const { name } of spreadTables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      tables.push(rows.map(({ row }) => row).toSorted());
    }
    return tables;
  }

  /** What the coordinator itself keeps of them, unseen. */
  async function localRows(): Promise<number> {
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT sum(pg_relation_size(relid)) AS bytes FROM unnest($1::text[]) AS name, pg_partition_tree(name::regclass)`,
      [spreadTables.map(({ name }) => name)],
    );
    return Number(rows[0]?.bytes);
  }

  async function colocated(): Promise<string[][]> {
    const { rows } = await client.query<{ names: string[] }>(
      `SELECT array_agg(logicalrelid::text ORDER BY logicalrelid::text) AS names FROM pg_dist_partition
       WHERE logicalrelid::text = ANY($1) GROUP BY colocationid ORDER BY 1`,
      [spreadTables.map(({ name }) => name)],
    );
    return rows.map(({ names }) => names);
  }

  /** Columns, keys, partitions, owners and rights of the tables. */
  async function catalog(): Promise<unknown[]> {
    const { rows } = await client.query(
      `SELECT c.relname, c.relkind, pg_get_userbyid(relowner) AS owner, pg_get_expr(relpartbound, c.oid) AS bound,
         (SELECT array_agg(acl::text ORDER BY acl::text) FROM unnest(relacl) AS acl) AS rights,
         (SELECT array_agg(attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull
           || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') ORDER BY attnum)
          FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
          WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
         (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY 1) FROM pg_index WHERE indrelid = c.oid) AS indexes
       FROM unnest($1::text[]) AS name, pg_partition_tree(name::regclass) AS tree JOIN pg_class AS c ON c.oid = tree.relid
       ORDER BY 1`,
      [spreadTables.map(({ name }) => name)],
    );
    return rows;
  }
});
