import { readFileSync } from "node:fs";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { Actor, Role } from "@crosspoint/services";
import { readInThreads, readingLimits } from "@crosspoint/services/result/rules/read-in-thread";
import { hostileLog } from "@crosspoint/services/testing/hostile-log";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext, testWebUrl } from "../testing/context.ts";
import { newCallBuckets } from "./answer-api.ts";
import { sendComparison } from "./comparison-files.ts";
import { newImportPlaces, type ResultDoor, receiveResults, sendAudit, sendResults } from "./result-files.ts";

const file = readFileSync(new URL("../../../domain/src/import/testing/fio/io_uring-json-plus.txt", import.meta.url));
const ownHeaders = { "content-type": "application/octet-stream", origin: testWebUrl, "sec-fetch-site": "same-origin" };

let test: TestDatabase;
let door: { -readonly [Key in keyof ResultDoor]: ResultDoor[Key] };
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
    imports: newImportPlaces(),
    reader: readInThreads(),
    createContext: async () => testContext(test, actor),
  };
});

function post(
  body: BodyInit,
  said = "?fileName=a.json",
  headers: Record<string, string> = ownHeaders,
  signal?: AbortSignal,
) {
  const all = { host: new URL(testWebUrl).host, ...headers };
  const init = { method: "POST", headers: all, body, duplex: "half", ...(signal && { signal }) };
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

  it("are read beside other requests, which are answered meanwhile, and given up with their request", async () => {
    const gone = new AbortController();
    const order: string[] = [];
    const read = readInThreads();
    // The other request comes when the file is being read, which takes many seconds.
    door.reader = (request, signal) => {
      void get("00000000-0000-4000-8000-000000000000", "?format=json").then(({ status }) => {
        order.push(`other ${status}`);
        gone.abort();
      });
      return read(request, signal);
    };
    const { status } = await post(hostileLog(), "?fileName=a.hlog", ownHeaders, gone.signal);
    expect([...order, `import ${status}`]).toEqual(["other 404", "import 503"]);
    expect(await test.db.runImport.count({ where: { fileName: "a.hlog" } })).toBe(0);
  });

  it("that take too long to read are refused", async () => {
    door.reader = readInThreads({ ...readingLimits, seconds: 0.1 });
    const answer = await post(hostileLog(), "?fileName=a.hlog");
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      "a.hlog: Reading the file took longer than 0.1 s. Divide it.",
    ]);
  });

  it("wait in line to be read, and take no place as long as they arrive", async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const waiting = { reading: 0 };
    const read = readInThreads();
    door.reader = async (request, signal) => {
      waiting.reading += 1;
      await isOver;
      return read(request, signal);
    };
    door.uploadSeconds = 1;
    const arriving = [1, 2, 3].map(() => post(new ReadableStream<Uint8Array>({})));
    const named = [1, 2, 3].map((day) => post(String(file).replace("Nov 22", `Nov 0${day}`)));
    await expect.poll(() => waiting.reading).toBe(2);
    end();
    expect((await Promise.all(named)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(waiting.reading).toBe(3);
    expect((await Promise.all(arriving)).map(({ status }) => status)).toEqual([408, 408, 408]);
  });

  it("are refused where too many arrive at once", async () => {
    const bodies = Array.from({ length: 8 }, () => new TransformStream<Uint8Array, Uint8Array>());
    const arriving = bodies.map(({ readable }) => post(readable));
    const answer = await Promise.race([post(file), ...arriving]);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
    await Promise.all(bodies.map(({ writable }) => writable.close()));
    expect((await Promise.all(arriving)).map(({ status }) => status)).toEqual(Array(8).fill(400));
  });

  it("are kept by no one on the way", async () => {
    const answers = [await post(file), await get("x", ""), await post("", "?fileName=")];
    expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(Array(3).fill("private, no-store"));
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

it.each<[string, Actor, number, number]>([
  ["nobody", { kind: "anonymous" }, 401, 401],
  ["a viewer", as("viewer"), 200, 403],
  ["an admin", as("admin"), 200, 200],
])("a comparison and the audit are files for whoever may see them: %s", async (_, who, comparison, audit) => {
  actor = who;
  const ask = (send: typeof sendAudit, path: string) =>
    send(new Request(`${testWebUrl}/api/${path}`), "203.0.113.9", door);
  const answers = await Promise.all([ask(sendComparison, "comparisons"), ask(sendAudit, "audit")]);
  expect(answers.map(({ status }) => status)).toEqual([comparison, audit]);
  await Promise.all(answers.map((answer) => answer.text()));
});

it("a comparison that is asked for in other words than a selection's is refused", async () => {
  const ask = (selection: string) =>
    sendComparison(
      new Request(`${testWebUrl}/api/comparisons?${new URLSearchParams({ selection })}`),
      "203.0.113.9",
      door,
    );
  const series = Array.from({ length: 13 }, (__, at) => `run:${at}`);
  const answers = await Promise.all(["{", "[]", JSON.stringify({ series })].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
});
