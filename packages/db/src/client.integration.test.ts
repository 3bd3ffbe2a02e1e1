import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase } from "./client.ts";
import { createTestDatabase, type TestDatabase } from "./testing/index.ts";
import { line } from "./testing/line.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("gives up a transaction whose server is gone without a word, and asks by another connection", async () => {
  const { url, fallSilent, close } = await line(test.url);
  const db = connectDatabase(url, 1, { longestStatementMs: 200 });
  try {
    const lost = db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        fallSilent();
        await tx.$queryRaw`SELECT 2`;
      },
      { timeout: 60_000 },
    );
    await expect(lost).rejects.toThrow();
    // The pool has room for one.
    expect(await db.$transaction((tx) => tx.$queryRaw`SELECT 3 AS three`)).toEqual([{ three: 3 }]);
  } finally {
    await db.$disconnect();
    close();
  }
});

it.each([
  { keepsPlansFrom: 3, kept: 1 },
  { keepsPlansFrom: 7, kept: 0 },
  { keepsPlansFrom: undefined, kept: 0 },
])("keeps $kept plans of what a transaction asks six times (from time $keepsPlansFrom)", async (options) => {
  const db = connectDatabase(test.url, 1, options);
  try {
    const kept = await db.$transaction(async (tx) => {
      for (let value = 1; value <= 6; value += 1) {
        expect(await tx.$queryRaw`SELECT ${value}::int AS value`).toEqual([{ value }]);
      }
      return tx.$queryRaw<unknown[]>`SELECT name FROM pg_prepared_statements WHERE name LIKE 'crosspoint%'`;
    });
    expect(kept).toHaveLength(options.kept);
    const [{ plan }] = await db.$queryRaw<[{ plan: string }]>`SELECT current_setting('enable_seqscan') AS plan`;
    expect(plan).toBe(options.keepsPlansFrom === undefined ? "on" : "off");
  } finally {
    await db.$disconnect();
  }
});

it("asks by another connection once a migration has changed what a kept plan answers", async () => {
  const db = connectDatabase(test.url, 1, { keepsPlansFrom: 2 });
  const ask = () => db.$transaction((tx) => tx.$queryRaw`SELECT size FROM migrated WHERE size::text = ${"7"}`);
  try {
    await test.owner.$executeRaw`CREATE TABLE migrated AS SELECT 7::int AS size`;
    await test.owner.$executeRaw`GRANT SELECT ON migrated TO PUBLIC`;
    for (let asked = 0; asked < 4; asked += 1) expect(await ask()).toEqual([{ size: 7 }]);
    await test.owner.$executeRaw`ALTER TABLE migrated ALTER size TYPE text`;
    await expect(ask()).rejects.toThrow("cached plan must not change result type");
    expect(await ask()).toEqual([{ size: "7" }]);
  } finally {
    await db.$disconnect();
  }
});
