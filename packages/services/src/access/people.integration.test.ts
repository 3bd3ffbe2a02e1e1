import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Person, Role } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { addPerson } from "./add-person.ts";
import { changePassword } from "./change-password.ts";
import { changeRole } from "./change-role.ts";
import { checkPasswordLink } from "./check-password-link.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { endOtherSessions, endSession } from "./end-sessions.ts";
import { listPeople } from "./list-people.ts";
import { listSessions } from "./list-sessions.ts";
import { removePerson } from "./remove-person.ts";
import { verifyPassword } from "./rules/password-hash.ts";
import { SignInGuard } from "./rules/sign-in-guard.ts";
import { usePasswordLink } from "./use-password-link.ts";

const now = new Date("2026-11-21T12:00:00Z");
const password = "correct horse battery";
let test: TestDatabase;
let context: ServiceContext;
let guard: SignInGuard;
const address = "203.0.113.9";
beforeEach(async () => {
  test = await createTestDatabase();
  guard = new SignInGuard();
  context = { db: test.db, now, actor: { kind: "system", label: "test" } };
});
afterEach(() => test.close());

async function add(name: string, role: Role): Promise<string> {
  const { personId } = await addPerson(context, { name, email: `${name}@example.net`, password, role });
  return personId;
}
const rolesNow = async () => (await listPeople(context)).map(({ name, role }) => `${name}: ${role}`);

describe("people", () => {
  it("keeps the last admin: neither removed nor made less", async () => {
    const ada = await add("ada", "admin");
    await add("vic", "viewer");
    await expect(removePerson(context, { personId: ada })).rejects.toMatchObject({ code: "conflict" });
    await expect(changeRole(context, { personId: ada, role: "operator" })).rejects.toMatchObject({ code: "conflict" });
    expect(await rolesNow()).toEqual(["ada: admin", "vic: viewer"]);
  });

  it("keeps one admin though all of them are made less at once", async () => {
    const admins = await Promise.all(["ada", "ben", "cat", "dan"].map((name) => add(name, "admin")));
    const attempts = await Promise.allSettled(
      admins.map((personId, index) =>
        index % 2 === 0 ? changeRole(context, { personId, role: "viewer" }) : removePerson(context, { personId }),
      ),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await test.db.user.count({ where: { role: "admin" } })).toBe(1);
  });

  it("has one person per e-mail, and says so at the field", async () => {
    await add("ada", "admin");
    await expect(add("ada", "viewer")).rejects.toMatchObject({ code: "conflict", fields: [{ path: "email" }] });
  });

  it("writes who did what", async () => {
    const vic = await add("vic", "viewer");
    await changeRole(context, { personId: vic, role: "operator" });
    const entry = await test.db.auditEntry.findFirst({ where: { action: "access.changeRole" } });
    expect(entry).toMatchObject({ actorLabel: "test", objectId: vic, detail: { before: "viewer", after: "operator" } });
  });

  it("changes one's own password alone, with the current one, and ends every other session", async () => {
    const vic = await add("vic", "viewer");
    const actor = personOf(vic, "here");
    await openSessions(vic, ["here", "elsewhere", "and there"]);
    const change = (current: string) =>
      changePassword({ ...context, actor }, guard, address, { current, next: "another good one" });
    await expect(change("wrong")).rejects.toMatchObject({ code: "invalid", fields: [{ path: "current" }] });
    expect(await test.db.session.count()).toBe(3);
    await change(password);
    expect(await test.db.session.findMany({ select: { id: true } })).toEqual([{ id: "here" }]);
    await expect(change(password)).rejects.toMatchObject({ code: "invalid" });
  });

  it("lets nobody guess the current password from a session that was left open", async () => {
    const actor = personOf(await add("vic", "viewer"), "here");
    const change = (current: string) =>
      changePassword({ ...context, actor }, guard, address, { current, next: "another good one" });
    for (let time = 0; time < 5; time += 1) {
      await expect(change(`guess ${time}`)).rejects.toMatchObject({ code: "invalid" });
    }
    await expect(change(password)).rejects.toMatchObject({ code: "tooMany", retryAfterSeconds: 30 });
  });

  it("changes no password that is reset while the current one is checked", async () => {
    const vic = await add("vic", "viewer");
    const resetMeanwhile = test.db.$extends({
      query: {
        account: {
          findFirst: async ({ args, query }) => {
            const account = await query(args);
            await createPasswordLink(context, { personId: vic });
            return account;
          },
        },
      },
    });
    const late = { ...context, db: resetMeanwhile as unknown as typeof test.db, actor: personOf(vic, "here") };
    const changing = changePassword(late, guard, address, { current: password, next: "another good one" });
    await expect(changing).rejects.toMatchObject({ code: "conflict" });
    expect(await test.db.account.findFirstOrThrow()).toMatchObject({ password: null });
  });
});

const personOf = (id: string, sessionId: string): Person => ({
  kind: "person",
  id,
  name: "vic",
  email: "vic@example.net",
  role: "viewer",
  sessionId,
});

async function openSessions(userId: string, ids: readonly string[]): Promise<void> {
  const expiresAt = new Date(now.getTime() + 1000);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Firefox/141.0";
  const rows = ids.map((id, index) => ({
    id,
    token: id,
    userId,
    expiresAt,
    userAgent,
    ipAddress: `203.0.113.${index}`,
    createdAt: now,
    updatedAt: new Date(now.getTime() - index * 60_000),
  }));
  await test.db.session.createMany({ data: rows });
}

describe("one's sessions", () => {
  it("are listed, the last used first, without those that have ended or are another's", async () => {
    const vic = await add("vic", "viewer");
    await openSessions(vic, ["first", "second", "over"]);
    await openSessions(await add("ada", "admin"), ["another's"]);
    await test.db.session.update({ where: { id: "over" }, data: { expiresAt: now } });
    const seen = { device: "Firefox on Linux", openedAt: now };
    expect(await listSessions({ ...context, actor: personOf(vic, "second") })).toEqual([
      { ...seen, id: "first", address: "203.0.113.0", lastUsedAt: now, isCurrent: false },
      {
        ...seen,
        id: "second",
        address: "203.0.113.1",
        lastUsedAt: new Date(now.getTime() - 60_000),
        isCurrent: true,
      },
    ]);
  });

  it("are ended one by one or all others at once, never another person's, and it is in the audit", async () => {
    const vic = await add("vic", "viewer");
    await openSessions(vic, ["here", "phone", "cellar", "attic"]);
    await openSessions(await add("ada", "admin"), ["another's"]);
    const own = { ...context, actor: personOf(vic, "here") };
    await expect(endSession(own, { sessionId: "another's" })).rejects.toMatchObject({ code: "notFound" });
    await endSession(own, { sessionId: "phone" });
    expect(await endOtherSessions(own)).toEqual({ sessionsEnded: 2 });
    const left = await test.db.session.findMany({ select: { id: true }, orderBy: { id: "asc" } });
    expect(left).toEqual([{ id: "another's" }, { id: "here" }]);
    const entries = await test.db.auditEntry.findMany({
      where: { objectId: vic, action: { startsWith: "access.end" } },
    });
    expect(entries.map(({ action }) => action).toSorted()).toEqual(["access.endOtherSessions", "access.endSession"]);
  });
});

describe("resetting a password", () => {
  it("ends the sessions and the old password at once; its link sets a new one, once", async () => {
    const vic = await add("vic", "viewer");
    await openSessions(vic, ["here"]);
    const { token } = await createPasswordLink(context, { personId: vic });
    expect(await test.db.session.count()).toBe(0);
    const account = () => test.db.account.findFirstOrThrow({ where: { userId: vic } });
    expect((await account()).password).toBeNull();
    expect(await checkPasswordLink(context, token)).toEqual({ kind: "open", name: "vic", email: "vic@example.net" });

    const attempts = ["one of two at once", "two of two at once"].map((next) =>
      usePasswordLink(context, { token, password: next }),
    );
    const done = (await Promise.allSettled(attempts)).map(({ status }) => status);
    expect(done.toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await checkPasswordLink(context, token)).toEqual({ kind: "used" });
    const next = done[0] === "fulfilled" ? "one of two at once" : "two of two at once";
    expect(await verifyPassword({ hash: (await account()).password ?? "", password: next })).toBe(true);
  });

  it("makes older links void, lets a link end after a day, and hashes nothing for an unknown one", async () => {
    const vic = await add("vic", "viewer");
    const older = await createPasswordLink(context, { personId: vic });
    const newer = await createPasswordLink(context, { personId: vic });
    expect(await checkPasswordLink(context, older.token)).toEqual({ kind: "expired" });
    const dayAfter = { ...context, now: new Date(now.getTime() + 24 * 3_600_000) };
    expect(await checkPasswordLink(dayAfter, newer.token)).toEqual({ kind: "expired" });
    const unknown = Array.from({ length: 200 }, () => usePasswordLink(context, { token: "cpr_no", password }));
    for (const attempt of await Promise.allSettled(unknown))
      expect(attempt).toMatchObject({ reason: { code: "conflict" } });
  });

  it("is an admin's, not for oneself, and leaves no secret in the audit", async () => {
    const vic = await add("vic", "viewer");
    const ada = await add("ada", "admin");
    const as = (id: string, role: Role) => ({ ...context, actor: { ...personOf(id, "s"), role } });
    await expect(createPasswordLink(as(vic, "operator"), { personId: ada })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(createPasswordLink(as(ada, "admin"), { personId: ada })).rejects.toMatchObject({ code: "conflict" });
    const { token } = await createPasswordLink(as(ada, "admin"), { personId: vic });
    await usePasswordLink({ ...context, actor: { kind: "anonymous" } }, { token, password: "a whole new password" });
    const stored = JSON.stringify([await test.db.auditEntry.findMany(), await test.db.passwordLink.findMany()]);
    expect(stored).toContain("access.resetPassword");
    expect(stored).toContain("access.usePasswordLink");
    expect(stored).not.toContain(token);
    expect(stored).not.toContain("a whole new password");
  });
});
