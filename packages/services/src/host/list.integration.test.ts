import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { addHost, contextOf } from "../testing/fleet.ts";
import { listHosts } from "./list.ts";

let test: TestDatabase;
let context: ServiceContext;
beforeAll(async () => {
  test = await createTestDatabase();
  context = contextOf(test.db, "viewer");
});
afterAll(() => test.close());

async function addNamed(hostname: string): Promise<void> {
  const { id } = await addHost(test.db);
  await test.db.host.update({ where: { id }, data: { hostname } });
}

it("goes on after the last host shown, whatever was added or renamed meanwhile", async () => {
  for (const name of ["b", "c", "c", "c", "d"]) await addNamed(name);
  const first = await listHosts(context, { limit: 2 });
  expect(first.hosts.map(({ hostname }) => hostname)).toEqual(["b", "c"]);
  // By an offset, the host that comes before would push the second one into this page again.
  await addNamed("a");
  const second = await listHosts(context, { limit: 2, cursor: first.nextCursor });
  expect(second.hosts.map(({ hostname }) => hostname)).toEqual(["c", "c"]);
  const third = await listHosts(context, { limit: 2, cursor: second.nextCursor });
  expect(third.hosts.map(({ hostname }) => hostname)).toEqual(["d"]);
  expect(third.nextCursor).toBeUndefined();
  const ids = [...first.hosts, ...second.hosts, ...third.hosts].map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect(third.total).toBe(6);
});
