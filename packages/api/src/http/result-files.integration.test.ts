import { readFileSync } from "node:fs";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { Actor, Role } from "@crosspoint/services";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext, testWebUrl } from "../testing/context.ts";
import { newCallBuckets } from "./answer-api.ts";
import { newTurns, type ResultDoor, receiveResults, sendResults } from "./result-files.ts";

const file = readFileSync(new URL("../../../domain/src/import/testing/fio/io_uring-json-plus.txt", import.meta.url));
const ownHeaders = { "content-type": "application/octet-stream", origin: testWebUrl, "sec-fetch-site": "same-origin" };

let test: TestDatabase;
let door: ResultDoor;
let actor: Actor;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.user.create({ data: { id: "eve", name: "Eve", email: "eve@example.net", role: "operator" } });
});
afterAll(() => test.close());
const as = (role: Role): Actor => ({ kind: "person", id: "eve", name: "Eve", email: "eve@example.net", role });
beforeEach(() => {
  actor = as("operator");
  door = {
    webUrl: testWebUrl,
    calls: newCallBuckets(),
    imports: newTurns(),
    createContext: async () => testContext(test, actor),
  };
});

function post(body: BodyInit, said = "?fileName=a.json", headers: Record<string, string> = ownHeaders) {
  const init = { method: "POST", headers: { host: new URL(testWebUrl).host, ...headers }, body, duplex: "half" };
  return receiveResults(new Request(`${testWebUrl}/api/results${said}`, init as RequestInit), "203.0.113.9", door);
}
const get = (runId: string, query: string) =>
  sendResults(new Request(`${testWebUrl}/api/results/${runId}${query}`), "203.0.113.9", runId, door);

/** A body without end, and how much of it was asked for. */
function endlessBody() {
  const taken = { bytes: 0 };
  const chunk = new Uint8Array(1 << 20).fill(97);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return { body, taken };
}

describe("files of results over HTTP", () => {
  it("are taken, said to be known the second time, and sent in each format", async () => {
    const first = await post(file);
    expect(first.status).toBe(200);
    const { runId } = await first.json();
    expect(await (await post(file)).json()).toMatchObject({ runId, wasKnown: true });
    const answers = await Promise.all(["json", "csv", "hlog"].map((format) => get(runId, `?format=${format}`)));
    expect(answers.map(({ status, headers }) => [status, headers.get("content-disposition")])).toEqual(
      ["json", "csv", "hlog"].map((format) => [200, `attachment; filename="crosspoint-${runId}.${format}"`]),
    );
    const [json] = await Promise.all(answers.map((answer) => answer.text()));
    expect(JSON.parse(json ?? "").points).toHaveLength(1);
    expect(door.imports.taken).toBe(0);
  });

  it("that are none are refused with the path inside the file", async () => {
    const answer = await post('{"fio version":"fio-3.33","jobs":[{"jobname":1}]}');
    expect(answer.status).toBe(400);
    expect((await answer.json()).refusal).toMatchObject({
      code: "invalid",
      fields: [{ path: "jobs[0].jobname", message: "jobname must be a text." }],
    });
  });

  it("are read no further than the limit", async () => {
    const { body, taken } = endlessBody();
    expect((await post(body)).status).toBe(413);
    expect(taken.bytes).toBeLessThanOrEqual(18 << 20);
  });

  it.each([
    ["nobody", { kind: "anonymous" } as const, 401],
    ["a viewer", as("viewer"), 403],
  ])("are not read from %s", async (_, who, status) => {
    actor = who;
    const { body, taken } = endlessBody();
    expect((await post(body)).status).toBe(status);
    expect(taken.bytes).toBeLessThanOrEqual(1 << 20);
  });

  it.each([
    ["a form", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["JSON", { "content-type": "application/json" }, 415],
    ["another site", { origin: "https://evil.example.net" }, 403],
    ["another site by the browser's word", { "sec-fetch-site": "cross-site" }, 403],
  ])("are not taken from %s", async (_, headers, status) => {
    expect((await post(file, undefined, { ...ownHeaders, ...headers })).status).toBe(status);
  });

  it.each([
    "",
    "?fileName=",
    "?fileName=a%00b",
    "?fileName=a&driveId=x",
    "?fileName=a&unit=s",
    `?fileName=${"a".repeat(201)}`,
  ])("need to be said right: %s", async (said) => {
    expect((await post(file, said)).status).toBe(400);
  });

  it("wait for their turn", async () => {
    door.imports.taken = 2;
    const answer = await post(file);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "2"]);
  });

  it("are sent to those who may see them, of what is there", async () => {
    const runId = "00000000-0000-4000-8000-000000000000";
    expect((await get(runId, "?format=json")).status).toBe(404);
    expect((await get(runId, "?format=xml")).status).toBe(400);
    expect((await get(runId, "?format=csv&sequence=-1")).status).toBe(400);
    actor = { kind: "anonymous" };
    expect((await get(runId, "?format=json")).status).toBe(401);
  });
});
