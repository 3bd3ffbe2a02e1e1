import { afterAll, beforeAll, expect, it } from "vitest";
import { PlainDatabase, type SqlRunner } from "./plain.ts";
import { createTestDatabase, type TestDatabase } from "./testing/index.ts";
import { line } from "./testing/line.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("gives up what a server that is gone without a word was asked, and asks the next one", async () => {
  const { url, fallSilent, close } = await line(test.url);
  const db = new PlainDatabase(url, 1, { answerTimeoutMs: 300 });
  try {
    expect(await db.transaction(async (tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    fallSilent();
    const lost = db.transaction(async (tx) => tx.$queryRaw`SELECT 2 AS two`);
    await expect(lost).rejects.toThrow("Query read timeout");
    // By a connection of its own: the pool has room for one.
    expect(await db.statement.$queryRaw`SELECT 3 AS three`).toEqual([{ three: 3 }]);
  } finally {
    await db.close();
    close();
  }
});

it("sends what is put off with what is asked next, in its order, and the rest with the commit", async () => {
  const db = new PlainDatabase(test.url, 1);
  try {
    await db.transaction(async (tx) => {
      await tx.later
        .$executeRaw`CREATE TEMPORARY TABLE word (place int PRIMARY KEY, text text, at timestamptz, more text[])`;
      tx.later.copyIn("COPY word (place, text) FROM STDIN", Buffer.from("1\tone\n2\ttwo\n"));
      const at = new Date("2026-11-21T12:00:00Z");
      await tx.later.$executeRaw`INSERT INTO word VALUES (${3}, ${null}, ${at}, ${['a"b', "c\\d", null]})`;
      expect(await tx.$queryRaw`SELECT place, text, at, more FROM word ORDER BY place`).toEqual([
        { place: 1, text: "one", at: null, more: null },
        { place: 2, text: "two", at: null, more: null },
        { place: 3, text: null, at, more: ['a"b', "c\\d", null] },
      ]);
      expect(await tx.$executeRaw`UPDATE word SET text = 'other' WHERE place > 1`).toBe(2);
      await tx.later.$executeRaw`DELETE FROM word WHERE place = 1`;
    });
    expect(await db.statement.$queryRaw`SELECT place FROM word ORDER BY place`).toEqual([{ place: 2 }, { place: 3 }]);
  } finally {
    await db.close();
  }
});

it("does nothing of a transaction of which a part fails that was put off, and goes on with the next", async () => {
  const db = new PlainDatabase(test.url, 1);
  try {
    await db.statement.$executeRaw`CREATE TEMPORARY TABLE word (place int PRIMARY KEY)`;
    const twice = db.transaction(async (tx) => {
      await tx.later.$executeRaw`INSERT INTO word VALUES (0)`;
      tx.later.copyIn("COPY word FROM STDIN", Buffer.from("1\n2\n1\n"));
      await tx.later.$executeRaw`INSERT INTO word VALUES (3)`;
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    const misspelled = db.transaction(async (tx) => {
      await tx.later.$executeRaw`INSERT INTO wrod VALUES (4)`;
      tx.later.copyIn("COPY word FROM STDIN", Buffer.from("5\n"));
      return tx.$queryRaw`SELECT 1`;
    });
    await expect(misspelled).rejects.toMatchObject({ code: "42P01" });
    expect(await db.statement.$queryRaw`SELECT place FROM word`).toEqual([]);
    await db.transaction(async (tx) => tx.later.copyIn("COPY word FROM STDIN", Buffer.from("6\n")));
    expect(await db.statement.$queryRaw`SELECT place FROM word`).toEqual([{ place: 6 }]);
  } finally {
    await db.close();
  }
});

it("works at what is sent ahead before the rest is there, and answers for it with what is asked next", async () => {
  const db = new PlainDatabase(test.url, 2);
  try {
    await db.transaction(async (tx) => {
      await tx.later.$executeRaw`SELECT pg_advisory_xact_lock(4711)`;
      tx.later.sendAhead();
      await expect
        .poll(() => db.statement.$queryRaw`SELECT count(*)::int AS locks FROM pg_locks WHERE objid = 4711 AND granted`)
        .toEqual([{ locks: 1 }]);
      await tx.later.$executeRaw`CREATE TEMPORARY TABLE ahead (place int) ON COMMIT DROP`;
      tx.later.sendAhead();
      tx.later.copyIn("COPY ahead FROM STDIN", Buffer.from("1\n2\n"));
      expect(await tx.$queryRaw`SELECT count(*)::int AS rows FROM ahead`).toEqual([{ rows: 2 }]);
    });
  } finally {
    await db.close();
  }
});

it("goes on with the next transaction after one that failed, or was given up, with statements sent ahead", async () => {
  const db = new PlainDatabase(test.url, 1);
  try {
    const failed = db.transaction(async (tx) => {
      await tx.later.$executeRaw`SELECT 1 / ${0}::int`;
      tx.later.sendAhead();
      // It has failed before anybody asks.
      await new Promise((resolve) => setTimeout(resolve, 100));
      tx.later.copyIn("COPY drive FROM STDIN", Buffer.from("nothing of this is read\n"));
    });
    await expect(failed).rejects.toMatchObject({ code: "22012" });
    const givenUp = db.transaction(async (tx) => {
      await tx.later.$executeRaw`CREATE TABLE given_up (place int)`;
      tx.later.sendAhead();
      throw new Error("given up");
    });
    await expect(givenUp).rejects.toThrow("given up");
    expect(await db.statement.$queryRaw`SELECT to_regclass('given_up')::text AS name`).toEqual([{ name: null }]);
  } finally {
    await db.close();
  }
});

it("keeps the plan of a statement that came often, also where it comes twice at once, and where a part fails", async () => {
  const db = new PlainDatabase(test.url, 1);
  const doubled = (tx: SqlRunner, number: number) =>
    tx.$queryRaw<{ twice: number }[]>`SELECT ${number}::int * 2 AS twice`;
  const kept = () =>
    db.transaction(
      async (tx) =>
        tx.$queryRaw`SELECT count(*)::int AS plans FROM pg_prepared_statements WHERE statement LIKE '%* 2 AS twice'`,
    );
  try {
    for (let number = 0; number < 98; number += 1) await db.transaction(async (tx) => doubled(tx, number));
    expect(await kept()).toEqual([{ plans: 0 }]);
    // The hundredth is in a transaction that fails before it is parsed.
    const failed = db.transaction(async (tx) => {
      await tx.later.$executeRaw`SELECT 1 / ${0}::int`;
      for (const number of [1, 2]) await tx.later.$executeRaw`SELECT ${number}::int * 2 AS twice`;
      return doubled(tx, 3);
    });
    await expect(failed).rejects.toMatchObject({ code: "22012" });
    for (const number of [4, 5]) {
      const both = await db.transaction(async (tx) => {
        for (const each of [1, 2]) await tx.later.$executeRaw`SELECT ${each}::int * 2 AS twice`;
        return doubled(tx, number);
      });
      expect(both).toEqual([{ twice: number * 2 }]);
    }
    expect(await kept()).toEqual([{ plans: 1 }]);
  } finally {
    await db.close();
  }
});
