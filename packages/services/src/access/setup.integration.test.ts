import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkSetupLink } from "./check-setup-link.ts";
import { completeSetup } from "./complete-setup.ts";
import { createSetupLink } from "./create-setup-link.ts";
import { actorOfRequest, createAuth } from "./rules/auth.ts";
import { hashPassword } from "./rules/password-hash.ts";

vi.mock("./rules/password-hash.ts", { spy: true });

const now = new Date("2026-11-21T12:00:00Z");
const system = { kind: "system", label: "test" } as const;
const anonymous = { kind: "anonymous" } as const;
const ada = { name: "Ada", email: "ada@example.net", password: "correct horse battery" };
const webUrl = "http://localhost:4000";

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

async function newToken(at = now): Promise<string> {
  const link = await createSetupLink({ db: test.db, actor: system, now: at });
  if (!link.needed) throw new Error("no link is needed");
  return link.token;
}
const complete = (token: string, person = ada, at = now) =>
  completeSetup({ db: test.db, actor: anonymous, now: at }, { ...person, token });

describe("the setup link", () => {
  it("makes the first admin, who can sign in, and is used then", async () => {
    const token = await newToken();
    expect(await checkSetupLink({ db: test.db, now }, token)).toBe("open");
    await complete(token);
    expect(await checkSetupLink({ db: test.db, now }, token)).toBe("used");

    const auth = createAuth(test.db, { secret: "0123456789abcdef0123456789abcdef", webUrl });
    const { headers } = await auth.api.signInEmail({
      body: { email: ada.email, password: ada.password },
      returnHeaders: true,
    });
    const cookie = headers.getSetCookie().map((each) => each.split(";")[0]);
    expect(
      await actorOfRequest({ auth, db: test.db, now: new Date() }, new Headers({ cookie: cookie.join("; ") })),
    ).toMatchObject({
      kind: "person",
      email: ada.email,
      role: "admin",
    });
    expect(await actorOfRequest({ auth, db: test.db, now: new Date() }, new Headers())).toEqual(anonymous);
  });

  it("makes one admin though it is used many times at once", async () => {
    const token = await newToken();
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => complete(token, { ...ada, email: `ada${index}@example.net` })),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await test.db.user.count()).toBe(1);
  });

  it("is refused when it has expired, is unknown, or a newer one was made", async () => {
    const old = await newToken();
    const newer = await newToken(new Date(now.getTime() + 1000));
    const later = new Date(now.getTime() + 2000);
    await expect(complete(old, ada, later)).rejects.toMatchObject({ code: "conflict" });
    await expect(complete("cps_unknown", ada, later)).rejects.toMatchObject({ code: "conflict" });
    const dayAfter = new Date(now.getTime() + 25 * 3_600_000);
    expect(await checkSetupLink({ db: test.db, now: dayAfter }, newer)).toBe("expired");
    await expect(complete(newer, ada, dayAfter)).rejects.toMatchObject({ code: "conflict" });
    expect(await test.db.user.count()).toBe(0);
    await complete(newer, ada, later);
  });

  it("is looked at before any password is hashed: sixty unknown ones cost nothing", async () => {
    vi.mocked(hashPassword).mockClear();
    const unknown = Array.from({ length: 60 }, (_, index) => complete(`cps_${index}`));
    for (const attempt of await Promise.allSettled(unknown)) expect(attempt.status).toBe("rejected");
    expect(hashPassword).not.toHaveBeenCalled();
    await complete(await newToken());
    expect(hashPassword).toHaveBeenCalledTimes(1);
  });

  it("is not made any more once there is an admin", async () => {
    await complete(await newToken());
    expect(await createSetupLink({ db: test.db, actor: system, now })).toEqual({ needed: false });
  });

  it("is made by the system alone", async () => {
    await expect(createSetupLink({ db: test.db, actor: anonymous, now })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  it("leaves no secret in the database or the audit", async () => {
    const token = await newToken();
    await complete(token);
    const audit = JSON.stringify(await test.db.auditEntry.findMany());
    const links = JSON.stringify(await test.db.setupLink.findMany());
    const accounts = JSON.stringify(await test.db.account.findMany());
    expect(audit + links + accounts).not.toContain(token);
    expect(audit + accounts).not.toContain(ada.password);
    expect(
      JSON.parse(audit)
        .map(({ action }: { action: string }) => action)
        .toSorted(),
    ).toEqual(["access.completeSetup", "access.createSetupLink"]);
  });
});
