import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addPerson } from "./add-person.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { actorOfRequest, createAuth } from "./rules/auth.ts";
import { FailedSignIns } from "./rules/failed-sign-ins.ts";
import { SignInGuard } from "./rules/sign-in-guard.ts";
import { type Door, signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

const email = "ada@example.net";
const password = "correct horse battery";
const office = { address: "203.0.113.9", userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Firefox/141.0" };
const anonymous = { kind: "anonymous" } as const;
const settings = { secret: "0123456789abcdef0123456789abcdef", webUrl: "https://crosspoint.example.net" };
const dayMs = 86_400_000;

let test: TestDatabase;
let door: Door;
let now: Date;
let personId: string;
beforeEach(async () => {
  test = await createTestDatabase();
  // The library has no clock of its own to set: it opens sessions at the machine's time.
  now = new Date();
  const auth = createAuth(test.db, settings);
  door = { auth, guard: new SignInGuard(), failed: new FailedSignIns() };
  const system = { db: test.db, now, actor: { kind: "system", label: "test" } } as const;
  ({ personId } = await addPerson(system, { name: "Ada", email, password, role: "admin" }));
});
afterEach(() => test.close());

const context = () => ({ db: test.db, now, actor: anonymous });
const knock = (given: { email?: string; password?: string; address?: string } = {}) =>
  signIn(
    context(),
    door,
    { ...office, address: given.address ?? office.address },
    { email: given.email ?? email, password: given.password ?? password },
  );
const headersOf = (cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") });
const actorOf = (cookies: string[], at = now) =>
  actorOfRequest({ auth: door.auth, db: test.db, now: at }, headersOf(cookies));
const wrong = (given: { email?: string; address?: string } = {}) =>
  knock({ ...given, password: "not the password" }).catch((error: { code?: string }) => error.code);
const audit = (action: string) => test.db.auditEntry.findMany({ where: { action }, orderBy: { time: "asc" } });

describe("signing in", () => {
  it("opens a session that knows its address, with cookies that scripts cannot read", async () => {
    const { cookies } = await knock();
    expect(await actorOf(cookies)).toMatchObject({ kind: "person", email, role: "admin" });
    const cookie = cookies.find((each) => each.startsWith("__Secure-crosspoint.session_token="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(await test.db.session.findMany()).toMatchObject([{ ipAddress: office.address, userId: personId }]);
  });

  it("is in the audit with its address, and so is signing out, which ends the session", async () => {
    const { cookies } = await knock();
    const actor = await actorOf(cookies);
    const ended = await signOut({ ...context(), actor }, door, {
      headers: headersOf(cookies),
      address: "203.0.113.10",
    });
    expect(ended.cookies.join()).toContain("Max-Age=0");
    expect(await actorOf(cookies)).toEqual(anonymous);
    expect(await audit("access.signIn")).toMatchObject([
      { actorId: personId, actorLabel: email, detail: { address: office.address, device: "Firefox on Linux" } },
    ]);
    expect(await audit("access.signOut")).toMatchObject([{ actorId: personId, detail: { address: "203.0.113.10" } }]);
  });

  it("believes no header of the request about its address", async () => {
    const { cookies } = await knock();
    const spoofed = headersOf(cookies);
    spoofed.set("x-crosspoint-address", "198.51.100.1");
    spoofed.set("x-forwarded-for", "198.51.100.1");
    expect(await actorOfRequest({ ...door, db: test.db, now }, spoofed)).toMatchObject({ kind: "person" });
    expect(await test.db.session.findMany()).toMatchObject([{ ipAddress: office.address }]);
  });

  it("says the same of a wrong password and of an unknown person", async () => {
    const refusals = await Promise.all([
      knock({ password: "not the password" }).catch(String),
      knock({ email: "eve@example.net" }).catch(String),
    ]);
    expect(new Set(refusals)).toEqual(new Set(["ServiceError: E-mail or password is wrong."]));
  });
});

describe("signing in while the password is reset", () => {
  it("opens no session that outlives the reset", async () => {
    // The reset comes after the old password was found right, and before there is a session that it could end.
    const resetFirst = test.db.$extends({
      query: {
        session: {
          create: async ({ args, query }) => {
            await createPasswordLink({ ...context(), actor: { kind: "system", label: "test" } }, { personId });
            return query(args);
          },
        },
      },
    });
    door = { ...door, auth: createAuth(resetFirst as unknown as typeof test.db, settings) };
    await expect(knock()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await test.db.passwordLink.count()).toBe(1);
    expect(await test.db.session.count()).toBe(0);
    expect(await audit("access.signIn")).toEqual([]);
  });
});

describe("guessing", () => {
  it("slows after five wrong passwords from an address, and says for how long", async () => {
    for (let time = 0; time < 5; time += 1) expect(await wrong()).toBe("unauthenticated");
    await expect(knock()).rejects.toMatchObject({ code: "tooMany", retryAfterSeconds: 30 });
    now = new Date(now.getTime() + 30_000);
    await knock();
  });

  it("from everywhere does not lock the owner out of where they signed in before", async () => {
    await knock();
    for (let host = 0; host < 20; host += 1) await wrong({ address: `198.51.100.${host}` });
    await expect(knock({ address: "192.0.2.1" })).rejects.toMatchObject({ code: "tooMany" });
    await knock();
  });

  it("is in the audit as numbers, not as a row a guess", async () => {
    for (let time = 0; time < 12; time += 1) {
      await wrong({ address: "198.51.100.1" });
      now = new Date(now.getTime() + 30_000);
    }
    expect(await audit("access.signInFailed")).toHaveLength(1);
    now = new Date(now.getTime() + 600_000);
    await wrong({ email: "eve@example.net" });
    expect(await audit("access.signInFailed")).toMatchObject([
      { actorId: null, objectId: personId, detail: { email, address: "198.51.100.1", failures: 1 } },
      { objectId: personId, detail: { email, address: "198.51.100.1", failures: 11 } },
      { objectId: "unknown", detail: { email: "eve@example.net", failures: 1 } },
    ]);
    expect(JSON.stringify(await test.db.auditEntry.findMany())).not.toContain("not the password");
  });
});

describe("a session", () => {
  it("ends thirty days after it was opened, however much it is used", async () => {
    const { cookies } = await knock();
    for (let day = 1; day < 30; day += 1) {
      expect(await actorOf(cookies, new Date(now.getTime() + day * dayMs)), `day ${day}`).toMatchObject({
        kind: "person",
      });
    }
    const { createdAt, expiresAt } = await test.db.session.findFirstOrThrow();
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / dayMs)).toBe(30);
    await test.db.session.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await actorOf(cookies)).toEqual(anonymous);
  });

  it("that has ended leaves the table at the next sign-in", async () => {
    await knock();
    await knock();
    const [first] = await test.db.session.findMany();
    await test.db.session.update({ where: { id: first?.id ?? "" }, data: { expiresAt: new Date(now.getTime() - 1) } });
    const unused = new Date(now.getTime() - 8 * dayMs);
    await test.db.$executeRaw`UPDATE session SET updated_at = ${unused} WHERE id <> ${first?.id ?? ""}`;
    await knock();
    expect(await test.db.session.count()).toBe(1);
  });

  it("ends when it was not used for a week", async () => {
    const { cookies } = await knock();
    const at = (days: number) => actorOf(cookies, new Date(now.getTime() + days * dayMs));
    expect(await at(6.9)).toMatchObject({ kind: "person" });
    expect(await at(13.8)).toMatchObject({ kind: "person" });
    expect(await at(20.9)).toEqual(anonymous);
    expect(await test.db.session.count()).toBe(0);
  });
});
