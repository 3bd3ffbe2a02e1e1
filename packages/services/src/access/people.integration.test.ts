import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import type { Role } from "./actor.ts";
import { addPerson } from "./add-person.ts";
import { changePassword } from "./change-password.ts";
import { changeRole } from "./change-role.ts";
import { listPeople } from "./list-people.ts";
import { removePerson } from "./remove-person.ts";

const now = new Date("2026-11-21T12:00:00Z");
const password = "correct horse battery";
let test: TestDatabase;
let context: ServiceContext;
beforeEach(async () => {
  test = await createTestDatabase();
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

  it("changes one's own password alone, with the current one, and ends every session", async () => {
    const vic = await add("vic", "viewer");
    const actor = { kind: "person", id: vic, name: "vic", email: "vic@example.net", role: "viewer" } as const;
    await test.db.session.create({
      data: { id: "s", token: "t", userId: vic, expiresAt: new Date(now.getTime() + 1000), updatedAt: now },
    });
    const change = (current: string) => changePassword({ ...context, actor }, { current, next: "another good one" });
    await expect(change("wrong")).rejects.toMatchObject({ code: "invalid", fields: [{ path: "current" }] });
    expect(await test.db.session.count()).toBe(1);
    await change(password);
    expect(await test.db.session.count()).toBe(0);
    await expect(change(password)).rejects.toMatchObject({ code: "invalid" });
  });
});
