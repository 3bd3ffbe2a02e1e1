import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type Actor, databaseRefusal } from "@crosspoint/services";
import { connectDatabase, type Database } from "@crosspoint/services/database";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalOf } from "./errors.ts";
import { answerApi, newCallBuckets } from "./http/answer-api.ts";
import { createCaller } from "./root.ts";
import { testContext, testWebUrl } from "./testing/context.ts";

let test: TestDatabase;
const unreachable = connectDatabase("postgresql://nobody:x@127.0.0.1:1/none", 1);
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.close();
  await unreachable.$disconnect();
});

const ada: Actor = {
  kind: "person",
  id: "a",
  email: "ada@example.net",
  name: "Ada",
  role: "admin",
  sessionId: "none",
};
const callerOn = (db: Database) => createCaller(testContext({ db }, ada), {});

async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw new Error(`not a refusal: ${String(error)}`);
  return { status: getHTTPStatusCodeFromError(error), message: error.message, code: refusalOf(error.cause)?.code };
}

describe("while PostgreSQL is away", () => {
  it("a call answers 503, and that the server cannot reach its database", async () => {
    const expected = {
      status: 503,
      message: "The server cannot reach its database at the moment.",
      code: "unavailable",
    };
    const caller = callerOn(unreachable);
    expect(await refusal(caller.host.list({}))).toEqual(expected);
    expect(await refusal(caller.access.people())).toEqual(expected);
    expect(await refusal(caller.host.collectNow({ hostId: "00000000-0000-4000-8000-000000000000" }))).toEqual(expected);
  });

  it("so does a call whose session cannot be read, and says when to come back", async () => {
    const request = new Request(`${testWebUrl}/api/trpc/host.list?input=${encodeURIComponent('{"json":{}}')}`);
    const response = await answerApi(request, "203.0.113.9", {
      webUrl: testWebUrl,
      calls: newCallBuckets(),
      createContext: async () => {
        await unreachable.session.findFirst();
        return testContext(test, ada);
      },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect((await response.json()).error.json.data.refusal).toMatchObject({ code: "unavailable" });
  });

  it("so does signing in", async () => {
    const person = { email: "ada@example.net", password: "correct horse battery" };
    expect(await refusal(callerOn(unreachable).access.signIn(person))).toMatchObject({ status: 503 });
  });
});

describe("what PostgreSQL ends for lack of time or of room", () => {
  const id = "00000000-0000-4000-8000-000000000000";

  it("answers 503: a statement that waited too long for a lock", async () => {
    const impatient = connectDatabase(test.url, 1, { longestStatementMs: 200 });
    const locked = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const holding = test.owner.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE host IN ACCESS EXCLUSIVE MODE`;
      locked.resolve();
      await done.promise;
    });
    await locked.promise;
    try {
      expect(await refusal(callerOn(impatient).host.get({ hostId: id }))).toEqual({
        status: 503,
        message: "The server's database is too busy or out of room at the moment.",
        code: "unavailable",
      });
    } finally {
      done.resolve();
      await holding;
      await impatient.$disconnect();
    }
  });

  it("answers 503: a transaction that took too long", async () => {
    const slow = test.db.$transaction(
      async (tx) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        await tx.host.count();
      },
      { timeout: 20 },
    );
    expect(databaseRefusal(await slow.catch((error: unknown) => error))).toMatchObject({ code: "unavailable" });
  });

  it.each(["53100", "53200", "25006", "40001", "40P01", "57014", "58030"])("answers 503: state %s", async (state) => {
    const raised = test.db.$executeRawUnsafe(`DO $$ BEGIN RAISE 'no' USING ERRCODE = '${state}'; END $$`);
    expect(databaseRefusal(await raised.catch((error: unknown) => error))).toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 5,
    });
  });

  it("a statement that is wrong stays a fault of the server", async () => {
    const wrong = test.db.$queryRaw`SELECT 1 / 0`;
    expect(databaseRefusal(await wrong.catch((error: unknown) => error))).toBeUndefined();
  });
});

describe("text that PostgreSQL cannot hold", () => {
  it.each(["search", "drives", "people"])("answers 400: %s", async (where) => {
    const caller = callerOn(test.db);
    const calls = {
      search: () => caller.search.find({ text: "PHKS\0" }),
      drives: () => caller.drive.list({ search: "a\0b" }),
      people: () =>
        caller.access.addPerson({
          name: "E\0ve",
          email: "eve@example.net",
          password: "correct horse battery",
          role: "viewer",
        }),
    };
    expect(await refusal(calls[where as keyof typeof calls]())).toEqual({
      status: 400,
      message: "The text holds a character that cannot be stored (NUL).",
      code: "invalid",
    });
  });
});
