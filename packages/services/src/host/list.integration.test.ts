import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { touchGateway } from "../health/gateway-pulse.ts";
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

it("tells which agents are older than what the gateway has to give, and finds their hosts", async () => {
  const versions = { "old-1": "0.9.0", "old-2": "0.9.0", "old-3": "0.10.0", "old-4": "0.11.0", "old-5": "unknown" };
  for (const [hostname, agentVersion] of Object.entries(versions)) {
    const { id } = await addHost(test.db);
    await test.db.host.update({ where: { id }, data: { hostname, agentVersion } });
  }
  const search = "old-";
  const names = async (agent?: string) => {
    const { hosts, total } = await listHosts(context, { limit: 10, search, ...(agent === undefined ? {} : { agent }) });
    expect(total).toBe(hosts.length);
    return hosts.map(({ hostname, agentOlder }) => `${hostname}${agentOlder ? " older" : ""}`);
  };
  expect(await names("older"), "no gateway has said yet what it has").toEqual([]);

  const gateway = { db: test.db, actor: { kind: "system", label: "gateway" } } as const;
  const build = (architecture: string, version: string) => ({
    architecture,
    kind: "deb" as const,
    version,
    sha256: "0".repeat(64),
    bytes: 1,
    name: `crosspoint-agent-${version}-${architecture}.deb`,
  });
  await touchGateway(gateway, [build("x86_64", "0.10.0"), build("aarch64", "0.9.0")]);
  const all = await listHosts(context, { limit: 10, search });
  expect(all.servedAgent).toBe("0.10.0");
  expect(all.agents).toEqual([
    { version: "0.9.0", hosts: 2, older: true },
    { version: "0.10.0", hosts: 1, older: false },
    { version: "0.11.0", hosts: 1, older: false },
    { version: "unknown", hosts: 1, older: false },
  ]);
  expect(await names("older")).toEqual(["old-1 older", "old-2 older"]);
  expect(await names("0.11.0")).toEqual(["old-4"]);
  expect(await names("0.8.0")).toEqual([]);
  expect(await names()).toHaveLength(5);
});
