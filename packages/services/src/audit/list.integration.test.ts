import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSetupLink } from "../access/create-setup-link.ts";
import type { ServiceContext } from "../context.ts";
import { addDrive, addHost, contextOf, now } from "../testing/fleet.ts";
import { listAudit, listAuditInput } from "./list.ts";

let test: TestDatabase;
let context: ServiceContext;
beforeAll(async () => {
  test = await createTestDatabase();
  context = contextOf(test.db, "admin");
});
afterAll(() => test.close());

it("pages back through a time at which much was done at once, each entry once", async () => {
  const entry = (index: number) => ({
    // 250 entries within three milliseconds.
    time: new Date(now.getTime() - (index % 3)),
    actorLabel: "a@example.net",
    action: "host.collectNow",
    objectKind: "host",
    objectId: randomUUID(),
  });
  await test.db.auditEntry.createMany({ data: Array.from({ length: 250 }, (_, index) => entry(index)) });
  const seen: string[] = [];
  let cursor: string | undefined;
  const lengths: number[] = [];
  do {
    const page = await listAudit(context, { cursor, action: "host." });
    lengths.push(page.entries.length);
    seen.push(...page.entries.map(({ objectId }) => objectId));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(lengths).toEqual([100, 100, 50]);
  expect(new Set(seen).size).toBe(250);
});

it("names each account that nobody has by its own entry, though all of them are one object", async () => {
  const failed = (email: string, ago: number) => ({
    time: new Date(now.getTime() - ago),
    actorLabel: "anonymous",
    action: "access.signInFailed",
    objectKind: "person",
    objectId: "unknown",
    detail: { email, address: "192.0.2.1", failures: 1 },
  });
  await test.db.auditEntry.createMany({ data: [failed("eve@example.net", 1), failed("mallory@example.net", 2)] });
  const { entries } = await listAudit(context, { action: "access." });
  expect(entries.map(({ target }) => target)).toEqual(["eve@example.net", "mallory@example.net"]);
});

it("names what was removed by what its entries say, and tells that it is gone", async () => {
  const host = await addHost(test.db);
  const drive = await addDrive(test.db, host.id, { serial: "STAYS" });
  const removed = randomUUID();
  const entry = (action: string, objectKind: string, objectId: string, detail: object) => ({
    ...{ actorLabel: "a@example.net", action, objectKind, objectId, detail },
  });
  await test.db.auditEntry.createMany({
    data: [
      entry("drive.tag", "drive", drive.id, {}),
      entry("drive.remove", "drive", removed, { drive: "INTEL SSDPED1K375GA GOES" }),
      entry("drive.odd", "group", removed, { group: "Shelf" }),
    ],
  });
  const { entries } = await listAudit(context, { action: "drive." });
  expect(new Map(entries.map(({ action, target, isGone }) => [action, [target, isGone]]))).toEqual(
    new Map([
      ["drive.tag", ["STAYS", false]],
      ["drive.remove", ["INTEL SSDPED1K375GA GOES", true]],
      ["drive.odd", ["Shelf", false]],
    ]),
  );
});

it("names a setup link by its ending, and finds an object by its id in capital letters", async () => {
  const link = await createSetupLink({ db: test.db, actor: { kind: "system", label: "test" }, now });
  const { entries } = await listAudit(context, { action: "access.createSetupLink" });
  expect(entries).toMatchObject([{ objectKind: "setupLink", target: link.needed && `…${link.token.slice(-4)}` }]);
  const objectId = entries[0]?.objectId.toUpperCase();
  const found = await listAudit(context, listAuditInput.parse({ objectId }));
  expect(found.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
});
