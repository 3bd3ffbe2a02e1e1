import { PlainDatabase } from "@crosspoint/db";
import { createTestDatabase, onCluster, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { groupWriters, groupWritersFor } from "./group-writers.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("stores fewer groups at once on a cluster", async () => {
  const plain = new PlainDatabase(test.url, 1);
  const writers = await groupWritersFor(plain.statement).finally(() => plain.close());
  expect(writers).toBe(onCluster() ? 2 : groupWriters);
});

it("stores as many as on one PostgreSQL while the database is away", async () => {
  const url = new URL(test.url);
  url.port = "1";
  const plain = new PlainDatabase(url.href, 1);
  expect(await groupWritersFor(plain.statement).finally(() => plain.close())).toBe(groupWriters);
});
