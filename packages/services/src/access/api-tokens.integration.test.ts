import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Actor, actorLabel, type Person, type Role } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { hasRight } from "../rights.ts";
import { addPerson } from "./add-person.ts";
import { changeRole } from "./change-role.ts";
import { createApiToken } from "./create-api-token.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { listApiTokens } from "./list-api-tokens.ts";
import { listSessions } from "./list-sessions.ts";
import { removePerson } from "./remove-person.ts";
import { revokeApiToken } from "./revoke-api-token.ts";
import { actorOfRequest, createAuth } from "./rules/auth.ts";

const now = new Date("2026-11-21T12:00:00Z");
const dayMs = 86_400_000;
const after = (ms: number) => new Date(now.getTime() + ms);
const password = "correct horse battery";
let test: TestDatabase;
let system: ServiceContext;
beforeEach(async () => {
  test = await createTestDatabase();
  system = { db: test.db, now, actor: { kind: "system", label: "test" } };
});
afterEach(() => test.close());

async function person(name: string, role: Role): Promise<ServiceContext & { readonly actor: Person }> {
  const email = `${name}@example.net`;
  const { personId } = await addPerson(system, { name, email, password, role });
  return { db: test.db, now, actor: { kind: "person", id: personId, email, name, role } };
}

/** Who a request is that shows this. */
function whoShows(authorization: string, at = now): Promise<Actor> {
  const auth = createAuth(test.db, { secret: "0123456789abcdef0123456789abcdef", webUrl: "https://x.example" });
  return actorOfRequest({ auth, db: test.db, now: at }, new Headers({ authorization }));
}

const nightly = { name: "Nightly", role: "viewer", days: 30 } as const;

describe("API tokens", () => {
  it("speak in their person's name, and the audit says by which", async () => {
    const vic = await person("vic", "operator");
    const { token, expiresAt } = await createApiToken(vic, { ...nightly, role: "operator" });
    expect(expiresAt).toEqual(after(30 * dayMs));
    const actor = await whoShows(`Bearer ${token}`);
    expect(actor).toMatchObject({ kind: "person", id: vic.actor.id, role: "operator", apiToken: "Nightly" });
    expect(actorLabel(actor)).toBe("vic@example.net, API token “Nightly”");
    const entry = await test.db.auditEntry.findFirst({ where: { action: "access.createApiToken" } });
    expect(entry).toMatchObject({ actorLabel: "vic@example.net", detail: { token: "Nightly", role: "operator" } });
    expect(JSON.stringify(await test.db.apiToken.findMany())).not.toContain(token);
  });

  it("open nothing from the moment they end, are revoked, or their person is removed or locked out", async () => {
    const people = {
      vic: await person("vic", "viewer"),
      ann: await person("ann", "viewer"),
      eve: await person("eve", "viewer"),
      bob: await person("bob", "viewer"),
    };
    const made = await Promise.all(Object.values(people).map((one) => createApiToken(one, nightly)));
    const show = (at?: Date) =>
      Promise.all(made.map(async ({ token }) => (await whoShows(`Bearer ${token}`, at)).kind));
    expect(await show(after(30 * dayMs - 1))).toEqual(Array(4).fill("person"));
    expect(await show(after(30 * dayMs))).toEqual(Array(4).fill("anonymous"));
    const tokenId = (await listApiTokens(people.ann))[0]?.id ?? "";
    await revokeApiToken(people.ann, { tokenId });
    await removePerson(system, { personId: people.eve.actor.id });
    await createPasswordLink(system, { personId: people.bob.actor.id });
    expect(await show()).toEqual(["person", "anonymous", "anonymous", "anonymous"]);
    await expect(revokeApiToken(people.ann, { tokenId })).rejects.toMatchObject({ code: "notFound" });
  });

  it("may no more than their person may now, and never what an admin alone may", async () => {
    const ada = await person("ada", "admin");
    await person("zoe", "admin");
    const { token } = await createApiToken(ada, { ...nightly, role: "operator" });
    const actor = await whoShows(`Bearer ${token}`);
    expect([hasRight(actor, "benchmark.launch"), hasRight(actor, "drive.destroy")]).toEqual([true, false]);
    await changeRole(system, { personId: ada.actor.id, role: "viewer" });
    expect(await whoShows(`Bearer ${token}`)).toMatchObject({ role: "viewer" });
    const vic = await person("vic", "viewer");
    const more = createApiToken(vic, { ...nightly, role: "operator" });
    await expect(more).rejects.toMatchObject({ code: "forbidden", remedy: "Choose viewer." });
  });

  it("do not open the account: neither its sessions nor more tokens", async () => {
    const vic = await person("vic", "viewer");
    const { token } = await createApiToken(vic, nightly);
    const program: ServiceContext = { ...vic, actor: await whoShows(`Bearer ${token}`) };
    for (const verb of [listSessions(program), listApiTokens(program), createApiToken(program, nightly)]) {
      await expect(verb).rejects.toMatchObject({ code: "forbidden" });
    }
    const other = await person("oda", "viewer");
    const [listed] = await listApiTokens(vic);
    const revoked = revokeApiToken(other, { tokenId: String(listed?.id) });
    await expect(revoked, "another's").rejects.toMatchObject({ code: "notFound" });
  });

  it("leave another's Authorization on the way alone, and take a wrong token for nobody", async () => {
    for (const shown of ["Basic dmljOngK", "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x", "Bearer cpa_not-one-of-ours"]) {
      expect(await whoShows(shown)).toEqual({ kind: "anonymous" });
    }
  });

  it("are told apart by name, fifty at most, those that ended not counted", async () => {
    const vic = await person("vic", "viewer");
    await createApiToken(vic, nightly);
    const again = createApiToken(vic, nightly);
    await expect(again).rejects.toMatchObject({ code: "conflict", fields: [{ path: "name" }] });
    await createApiToken({ ...vic, now: after(31 * dayMs) }, nightly);
    for (let count = 1; count < 50; count += 1) await createApiToken(vic, { ...nightly, name: `Token ${count}` });
    const oneMore = createApiToken(vic, { ...nightly, name: "One more" });
    await expect(oneMore).rejects.toMatchObject({ message: "You have 50 API tokens." });
  });

  it("say to five minutes when they were used last", async () => {
    const vic = await person("vic", "viewer");
    const { token } = await createApiToken(vic, nightly);
    const lastUsed = async () => (await listApiTokens(vic))[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await whoShows(`Bearer ${token}`, after(1000));
    await whoShows(`Bearer ${token}`, after(2000));
    expect(await lastUsed()).toEqual(after(1000));
    await whoShows(`Bearer ${token}`, after(302_000));
    expect(await lastUsed()).toEqual(after(302_000));
  });
});
