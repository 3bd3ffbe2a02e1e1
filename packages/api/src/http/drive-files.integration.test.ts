import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { Actor } from "@crosspoint/services";
import { addDrive, addHost } from "@crosspoint/services/testing/fleet";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testContext, testWebUrl } from "../testing/context.ts";
import { newCallBuckets } from "./answer-api.ts";
import { sendDrives } from "./drive-files.ts";

let test: TestDatabase;
let actor: Actor;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.user.create({ data: { id: "eve", name: "Eve", email: "eve@example.net", role: "viewer" } });
  actor = { kind: "person", id: "eve", name: "Eve", email: "eve@example.net", role: "viewer" };
});
afterAll(() => test.close());

const ownForm = {
  host: new URL(testWebUrl).host,
  "content-type": "application/x-www-form-urlencoded",
  origin: testWebUrl,
  "sec-fetch-site": "same-origin",
};

function send(body: string, headers: Record<string, string> = {}) {
  const door = {
    webUrl: testWebUrl,
    calls: newCallBuckets(),
    createContext: async () => testContext(test, actor),
  };
  const init = { method: "POST", headers: { ...ownForm, ...headers }, body };
  return sendDrives(new Request(`${testWebUrl}/api/drives`, init), "203.0.113.9", door);
}
const formOf = (format: string, selection: unknown) =>
  new URLSearchParams({ format, selection: JSON.stringify(selection) }).toString();

it("sends as many drives as can be picked one by one", async () => {
  const host = await addHost(test.db);
  const [first, second] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
  await addDrive(test.db, host.id);
  const driveIds = [first.id, second.id, ...Array.from({ length: 498 }, () => randomUUID())];
  const answer = await send(formOf("csv", { kind: "drives", driveIds }));
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="crosspoint-drives-.*[.]csv"$/),
  ]);
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  for (const { serial } of [first, second]) expect(lines.some((line) => line.includes(serial))).toBe(true);
});

it("sends those that the address names", async () => {
  const query = formOf("csv", { kind: "matches", filter: { models: ["none"] } });
  const door = { webUrl: testWebUrl, calls: newCallBuckets(), createContext: async () => testContext(test, actor) };
  const answer = await sendDrives(new Request(`${testWebUrl}/api/drives?${query}`), "203.0.113.9", door);
  expect([answer.status, (await answer.text()).trim().split("\r\n")]).toEqual([
    200,
    [expect.stringContaining("serial")],
  ]);
});

it("is refused to a page of another site, in another type, and beyond its limit", async () => {
  const all = formOf("json", { kind: "matches", filter: {} });
  expect((await send(all)).status).toBe(200);
  const others: Record<string, string>[] = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }];
  for (const headers of others) expect((await send(all, headers)).status).toBe(403);
  expect((await send(all, { "content-type": "text/plain" })).status).toBe(415);
  expect((await send(`${all}&more=${"a".repeat(300_000)}`)).status).toBe(413);
  expect((await send("format=csv")).status).toBe(400);
});
