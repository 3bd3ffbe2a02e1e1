import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { addPerson } from "@crosspoint/services/access/add-person";
import { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiContext } from "../context.ts";
import { testContext, testWebUrl } from "../testing/context.ts";
import { type ApiDoor, answerApi, bodyLimitBytes, newCallBuckets } from "./answer-api.ts";

const ada = { email: "ada@example.net", password: "correct horse battery" };
const setup = { ...ada, name: "Eve", token: "not a token" };
const ownHeaders = { "content-type": "application/json", origin: testWebUrl, "sec-fetch-site": "same-origin" };

let test: TestDatabase;
let door: ApiDoor;
let context: ApiContext;
beforeAll(async () => {
  test = await createTestDatabase();
  const system = { db: test.db, now: new Date(), actor: { kind: "system", label: "test" } } as const;
  await addPerson(system, { ...ada, name: "Ada", role: "admin" });
});
afterAll(() => test.close());
beforeEach(() => {
  context = testContext(test, { kind: "anonymous" });
  door = {
    webUrl: testWebUrl,
    calls: newCallBuckets(),
    createContext: async (request, address, headers) => ({
      ...context,
      request: { headers: request.headers, address },
      answer: { headers },
    }),
  };
});

function post(path: string, body: BodyInit, headers: Record<string, string> = ownHeaders): Promise<Response> {
  const request = new Request(`${testWebUrl}/api/trpc/${path}`, {
    method: "POST",
    headers: { host: new URL(testWebUrl).host, ...headers },
    body,
    duplex: "half",
  } as RequestInit);
  return answerApi(request, "203.0.113.9", door);
}
const json = (input: unknown) => JSON.stringify({ json: input });
const refusalOf = async (response: Response) => (await response.json()).error.json;

/** A body without end, and how much of it was asked for. */
function endlessBody() {
  const taken = { bytes: 0 };
  const chunk = new Uint8Array(65_536).fill(97);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return { body, taken };
}

describe("bounds of a request", () => {
  it("reads no more of a body than the limit, though it has no end and no length", async () => {
    const { body, taken } = endlessBody();
    const response = await post("access.completeSetup", body);
    expect(response.status).toBe(413);
    expect(await refusalOf(response)).toMatchObject({ data: { refusal: { code: "tooLarge" } } });
    expect(taken.bytes).toBeLessThan(2 * bodyLimitBytes);
  });

  it("refuses a longer body by its Content-Length before it reads any", async () => {
    const { body, taken } = endlessBody();
    const response = await post("access.completeSetup", body, { ...ownHeaders, "content-length": "250000000" });
    expect(response.status).toBe(413);
    // A stream fills its own small queue when it is made.
    expect(taken.bytes).toBeLessThanOrEqual(65_536);
  });

  it("takes twenty calls in a batch, and not one more", async () => {
    const batch = (length: number) =>
      post(
        `${Array(length).fill("access.completeSetup").join()}?batch=1`,
        JSON.stringify(Object.fromEntries(Array.from({ length }, (_, index) => [index, { json: setup }]))),
      );
    expect((await (await batch(20)).json()).length).toBe(20);
    const refused = await batch(21);
    expect(refused.status).toBe(400);
    expect((await refusalOf(refused)).message).toContain("maximum size");
  });

  it("counts calls by address, and says when to come back", async () => {
    door = { ...door, calls: new TokenBuckets({ burst: 2, perSecond: 0.1 }) };
    const statuses = [await post("access.signOut", "{}"), await post("access.signOut", "{}")].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200]);
    const refused = await post("access.signOut", "{}");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(5);
    expect(await refusalOf(refused)).toMatchObject({ message: "Too many requests from 203.0.113.9." });
  });

  it("bounds how many tokens of links an address may try", async () => {
    context = { ...context, tokenGuesses: new TokenBuckets({ burst: 3, perSecond: 0.1 }) };
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await post("access.completeSetup", json(setup))).status);
    expect(statuses).toEqual([409, 409, 409, 429]);
  });

  it("bounds how often an address may read what links share", async () => {
    context = { ...context, sharedReads: new TokenBuckets({ burst: 2, perSecond: 0.1 }) };
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const input = encodeURIComponent(json({ token: "no token" }));
      const request = new Request(`${testWebUrl}/api/trpc/compare.shared.get?input=${input}`, { headers: ownHeaders });
      statuses.push((await answerApi(request, "203.0.113.9", door)).status);
    }
    expect(statuses).toEqual([404, 404, 429]);
  });
});

describe("a request of another site", () => {
  it.each([
    ["a form", { "content-type": "text/plain" }, 415],
    ["a form with files", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["a body of no type", { "content-type": "" }, 415],
    ["another origin", { origin: "https://evil.example.net" }, 403],
    ["the same name by plain http", { origin: testWebUrl.replace("https:", "http:") }, 403],
    ["the same name at another port", { origin: `${testWebUrl}:8443` }, 403],
    ["no origin that is told", { origin: "null" }, 403],
    ["another site by the browser's word", { "sec-fetch-site": "cross-site" }, 403],
    ["a sibling of the same site", { "sec-fetch-site": "same-site" }, 403],
  ])("is refused: %s", async (_, headers, status) => {
    const response = await post("access.signIn", json(ada), { ...ownHeaders, ...headers });
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("is refused without an Origin", async () => {
    const { origin: _, ...headers } = ownHeaders;
    expect((await post("access.signIn", json(ada), headers)).status).toBe(403);
  });

  it("is let in without an Origin by an API token, which no other site's page has", async () => {
    const { origin: _, "sec-fetch-site": __, ...headers } = ownHeaders;
    const shown = async (authorization: string) =>
      (await post("access.signOut", "{}", { ...headers, authorization })).status;
    expect(await shown("Bearer cpa_whatever")).toBe(200);
    expect(await shown("Basic dmljOngK"), "another's word").toBe(403);
    const form = await post("access.signOut", "{}", { "content-type": "text/plain", authorization: "Bearer cpa_x" });
    expect(form.status).toBe(415);
  });

  it("may go by another name of the server, with the scheme of WEB_URL", async () => {
    const by = (origin: string) =>
      post("access.signIn", json(ada), { ...ownHeaders, host: "10.0.0.5:3000", origin }).then(({ status }) => status);
    expect(await by("https://10.0.0.5:3000")).toBe(200);
    expect(await by("http://10.0.0.5:3000")).toBe(403);
    expect(await by("https://10.0.0.6:3000")).toBe(403);
  });

  it("changes nothing by GET", async () => {
    const url = `${testWebUrl}/api/trpc/access.signOut?input=${encodeURIComponent("{}")}`;
    expect((await answerApi(new Request(url), "203.0.113.9", door)).status).toBe(405);
  });
});

describe("signing in over HTTP", () => {
  it("sets the cookie, and a wrong password answers 401 without one", async () => {
    const right = await post("access.signIn", json(ada));
    expect(right.status).toBe(200);
    expect(right.headers.getSetCookie().join()).toContain("__Secure-crosspoint.session_token=");
    const wrong = await post("access.signIn", json({ ...ada, password: "not the password" }));
    expect(wrong.status).toBe(401);
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect((await refusalOf(wrong)).data.refusal).toMatchObject({ code: "unauthenticated" });
  });

  it("cannot be hurried by a batch", async () => {
    const length = 20;
    const inputs = Array.from({ length }, (_, index) => [index, { json: { ...ada, password: `guess ${index}` } }]);
    const path = `${Array(length).fill("access.signIn").join()}?batch=1`;
    const answers = await (await post(path, JSON.stringify(Object.fromEntries(inputs)))).json();
    const codes = answers.map(({ error }: { error: { json: { data: { httpStatus: number } } } }) => {
      return error.json.data.httpStatus;
    });
    expect(codes.filter((code: number) => code === 401)).toHaveLength(5);
    expect(codes.filter((code: number) => code === 429)).toHaveLength(15);
  });
});

it("no answer is kept on the way: neither data, nor of a link, nor a refusal, before a procedure or by one", async () => {
  const get = (path: string, input: object) => {
    const query = encodeURIComponent(JSON.stringify({ json: input }));
    const request = new Request(`${testWebUrl}/api/trpc/${path}?input=${query}`, { headers: ownHeaders });
    return answerApi(request, "203.0.113.7", door);
  };
  context = testContext(test, { kind: "person", id: "ada", name: "Ada", email: ada.email, role: "viewer" });
  const shared = get("compare.shared.get", { token: "0".repeat(43) });
  const answers = await Promise.all([get("fleet.get", {}), shared, post("access.signIn", json(ada), {})]);
  expect(answers.map(({ status, headers }) => [status < 300, headers.get("cache-control")])).toEqual([
    [true, "private, no-store"],
    [false, "private, no-store"],
    [false, "private, no-store"],
  ]);
});
