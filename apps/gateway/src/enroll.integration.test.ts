import { randomUUID } from "node:crypto";
import type { EnrollResponse } from "@crosspoint/protocol";
import type { Actor } from "@crosspoint/services";
import { changeRole } from "@crosspoint/services/access/change-role";
import { removePerson } from "@crosspoint/services/access/remove-person";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { listEnrollmentTokens } from "@crosspoint/services/host/list-enrollment-tokens";
import { revokeEnrollmentToken } from "@crosspoint/services/host/revoke-enrollment-token";
import { revokeKey } from "@crosspoint/services/host/revoke-key";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { json, snapshot, startTestGateway, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
const system = { kind: "system", label: "test" } as const;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const enroll = (token: string, installationId: string = randomUUID()) =>
  gateway.call<EnrollResponse>(
    "POST",
    "/agent/v1/enroll",
    json({ token, installationId, hostname: "storage-01", agentVersion: "0.1.0" }),
  );

describe("enrollment", () => {
  it("gives a host its key once, and keeps neither key nor token", async () => {
    const token = await gateway.token();
    const { status, body } = await enroll(token);
    expect(status).toBe(201);
    expect(body.agentKey).toMatch(/^cpk_[\w-]{43}$/);
    expect(body.serverTimeMs).toBe(gateway.clock.now.getTime());
    const everything = JSON.stringify(await snapshot(gateway.db));
    expect(everything).toContain(body.hostId);
    expect(everything).not.toContain(body.agentKey);
    expect(everything).not.toContain(token);
    expect(await gateway.db.auditEntry.count({ where: { action: "host.enroll", objectId: body.hostId } })).toBe(1);
  });

  it.each([
    ["not known", async () => "cpe_guess"],
    [
      "expired",
      async () => {
        const past = new Date(gateway.clock.now.getTime() - 25 * 3_600_000);
        return (await createEnrollmentToken({ db: gateway.db, actor: system, now: past }, {})).token;
      },
    ],
    [
      "used up",
      async () => {
        const token = await gateway.token();
        await enroll(token);
        return token;
      },
    ],
  ])("refuses a token that is %s with a remedy, and changes nothing", async (fault, tokenOf) => {
    const token = await tokenOf();
    const before = await snapshot(gateway.db);
    const { status, body } = await enroll(token);
    expect(status).toBe(401);
    expect(body.error.message).toContain(fault.replace("not known", "is not known"));
    expect(body.error.remedy).toContain("Add a host");
    expect(await snapshot(gateway.db)).toEqual(before);
  });

  it("lets in as many as the token says, though they come at once", async () => {
    const token = await gateway.token(3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enroll(token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 401, 401, 401, 401, 401]);
  });

  it("refuses an installation twice, spends no token on it, and lets it in again once its key is revoked", async () => {
    const installationId = randomUUID();
    const first = await enroll(await gateway.token(), installationId);
    const token = await gateway.token();
    const clone = await enroll(token, installationId);
    expect(clone.status).toBe(409);
    expect(clone.body.error.remedy).toContain("cloned");

    const context = { db: gateway.db, actor: system, now: gateway.clock.now };
    const poll = (key: string) =>
      gateway.call("GET", "/agent/v1/commands", { headers: { authorization: `Bearer ${key}` } });
    expect((await poll(first.body.agentKey)).status).toBe(200);
    await revokeKey(context, { hostId: first.body.hostId });
    expect((await poll(first.body.agentKey)).status).toBe(401);
    const again = await enroll(token, installationId);
    expect(again.status).toBe(201);
    expect(again.body.hostId).toBe(first.body.hostId);
    expect((await poll(first.body.agentKey)).status).toBe(401);
    expect((await poll(again.body.agentKey)).status).toBe(200);
  });

  it("refuses what is not an enrollment", async () => {
    expect((await enroll("t", "not-a-uuid")).body.error.errors?.[0]?.path).toBe("installationId");
    expect((await gateway.call("POST", "/agent/v1/enroll", json({ token: "x".repeat(20_000) }))).status).toBe(413);
    expect((await gateway.call("GET", "/agent/v1/nothing")).status).toBe(404);
  });

  it("is a right of admins", async () => {
    const operator = { kind: "person", id: "1", email: "o@example.net", name: "O", role: "operator" } as const;
    const context = { db: gateway.db, actor: operator, now: gateway.clock.now };
    await expect(createEnrollmentToken(context, {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(revokeKey(context, { hostId: randomUUID() })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("an enrollment token", () => {
  const person = async (role: "admin" | "operator", email = `${randomUUID()}@example.net`) => {
    const { id } = await gateway.db.user.create({ data: { id: randomUUID(), name: "Ada", email, role } });
    return { kind: "person", id, email, name: "Ada", role } as const;
  };
  const contextOf = (actor: Actor) => ({ db: gateway.db, actor, now: gateway.clock.now });
  const listed = async (id: string) => (await listEnrollmentTokens(contextOf(system))).find((token) => token.id === id);

  it("dies with its maker's right, and lives again with it", async () => {
    await person("admin");
    const maker = await person("admin");
    const { id, token } = await createEnrollmentToken(contextOf(maker), { uses: 2 });
    await changeRole(contextOf(system), { personId: maker.id, role: "operator" });
    const refused = await enroll(token);
    expect(refused.status).toBe(401);
    expect(refused.body.error.message).toContain("may not add hosts any more");
    expect(await listed(id)).toMatchObject({ state: "makerLostRight", usesLeft: 2 });
    await changeRole(contextOf(system), { personId: maker.id, role: "admin" });
    expect((await enroll(token)).status).toBe(201);
    await removePerson(contextOf(system), { personId: maker.id });
    expect((await enroll(token)).status).toBe(401);
    expect(await listed(id)).toMatchObject({ state: "makerLostRight", madeBy: maker.email, usesLeft: 1 });
  });

  it("is listed with who made it, until when and how often it lets in, and never in full", async () => {
    const maker = await person("admin");
    const { id, token, expiresAt } = await createEnrollmentToken(contextOf(maker), { uses: 3 });
    await enroll(token);
    const found = await listed(id);
    expect(found).toEqual({
      id,
      ending: token.slice(-4),
      madeBy: maker.email,
      createdAt: gateway.clock.now,
      expiresAt,
      uses: 3,
      usesLeft: 2,
      revokedAt: null,
      state: "usable",
    });
    const operator = contextOf(await person("operator"));
    await expect(listEnrollmentTokens(operator)).rejects.toMatchObject({ code: "forbidden" });
    await expect(revokeEnrollmentToken(operator, { tokenId: id })).rejects.toMatchObject({ code: "forbidden" });
  });

  it("lets nobody in once it is revoked, which is in the audit", async () => {
    const { id, token } = await createEnrollmentToken(contextOf(system), {});
    await revokeEnrollmentToken(contextOf(system), { tokenId: id });
    const { status, body } = await enroll(token);
    expect([status, body.error.message]).toEqual([401, expect.stringContaining("was revoked")]);
    expect(await listed(id)).toMatchObject({ state: "revoked" });
    await expect(revokeEnrollmentToken(contextOf(system), { tokenId: id })).rejects.toMatchObject({ code: "conflict" });
    const where = { action: "host.revokeEnrollmentToken", objectId: id };
    expect(await gateway.db.auditEntry.count({ where })).toBe(1);
  });

  it("stands in the audit of each host that it let in, with the address that the host came from", async () => {
    const { id, token } = await createEnrollmentToken(contextOf(system), {});
    const { body } = await enroll(token);
    const entry = await gateway.db.auditEntry.findFirstOrThrow({
      where: { action: "host.enroll", objectId: body.hostId },
    });
    expect(entry.detail).toMatchObject({ token: `…${token.slice(-4)}`, tokenId: id, address: "127.0.0.1" });
  });
});
