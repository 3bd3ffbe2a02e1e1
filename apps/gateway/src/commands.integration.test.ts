import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { Transaction } from "@crosspoint/db";
import { type Person, requireRight } from "@crosspoint/services";
import { expirePendingCommands } from "@crosspoint/services/command/expire";
import { type CommandPayload, requestCommand } from "@crosspoint/services/command/request";
import { revokeKey } from "@crosspoint/services/host/revoke-key";
import { cancelBenchmark } from "@crosspoint/services/run/cancel";
import { inTransaction } from "@crosspoint/services/transaction";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventOf, requestedRun } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway, whileLocked } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
let other: TestAgent;
const system = { kind: "system", label: "test" } as const;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  agent = await gateway.enroll("storage-01");
  other = await gateway.enroll("storage-02");
});

const context = () => ({ db: gateway.db, actor: system, now: gateway.clock.now });
const request = (payload: CommandPayload = { kind: "collectNow" }, expiresInMs = 600_000) =>
  gateway.db.$transaction((tx) => requestCommand(tx, context(), { hostId: agent.hostId, payload, expiresInMs }));
const later = (ms: number) => {
  gateway.clock.now = new Date(gateway.clock.now.getTime() + ms);
};
const answerCommand = (commandId: string, outcome: "accepted" | "declined" | "succeeded" | "failed", reason?: string) =>
  agent.report(
    eventOf("command", gateway.clock.now.getTime(), {
      commandId,
      outcome,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
const commandOf = (id: string) => gateway.db.command.findUniqueOrThrow({ where: { id } });

async function requestRun(): Promise<{ runId: string; commandId: string }> {
  const runId = randomUUID();
  const run = requestedRun();
  const target = { kind: "scratchFile", path: "/scratch" } as const;
  const commandId = await request({ kind: "startBenchmark", runId, target, plan: run.plan });
  await gateway.db.benchmarkRun.create({ data: { ...run, id: runId, hostId: agent.hostId, commandId } });
  return { runId, commandId };
}

describe("the lease", () => {
  it("offers a command to its own host alone, once, and again when the lease ran out", async () => {
    const id = await request();
    expect((await other.poll()).body.commands).toEqual([]);
    expect((await agent.poll()).body.commands).toEqual([{ id, kind: "collectNow" }]);
    expect((await agent.poll()).body.commands).toEqual([]);
    later(29_999);
    expect((await agent.poll()).body.commands).toEqual([]);
    later(1);
    expect((await agent.poll()).body.commands).toEqual([{ id, kind: "collectNow" }]);
    await answerCommand(id, "accepted");
    later(60_000);
    expect((await agent.poll()).body.commands).toEqual([]);
  });

  it("keeps the order in which commands were asked for", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      ids.push(await request());
      later(1);
    }
    const first = (await agent.poll()).body.commands.map((command) => command.id);
    const second = (await agent.poll()).body.commands.map((command) => command.id);
    expect(first).toEqual(ids.slice(0, 16));
    expect(second).toEqual(ids.slice(16));
  });

  it("never gives one command to two polls at once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => request()));
    const polls = await Promise.all(Array.from({ length: 8 }, () => agent.poll()));
    const ids = polls.flatMap((poll) => poll.body.commands.map((command) => command.id));
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  });
});

describe("the long poll", () => {
  it("wakes within a second of the request, and only the host that it is for", async () => {
    const waiting = agent.poll(20);
    const otherWaiting = other.poll(2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const requestedMs = performance.now();
    const id = await request();
    const answer = await waiting;
    expect(performance.now() - requestedMs).toBeLessThan(1000);
    expect(answer.body.commands).toEqual([{ id, kind: "collectNow" }]);
    expect((await otherWaiting).body.commands).toEqual([]);
  });

  it("holds no longer than asked", async () => {
    const startedMs = performance.now();
    expect((await agent.poll(1)).body.commands).toEqual([]);
    const heldMs = performance.now() - startedMs;
    expect(heldMs).toBeGreaterThan(900);
    expect(heldMs).toBeLessThan(2500);
  });

  it("leases nothing to a client that has gone", async () => {
    const gone = new AbortController();
    const poll = agent.poll(20, gone.signal).catch(() => "aborted");
    await new Promise((resolve) => setTimeout(resolve, 300));
    gone.abort();
    expect(await poll).toBe("aborted");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const id = await request();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await commandOf(id)).leasedUntil).toBeNull();
    expect((await agent.poll()).body.commands).toHaveLength(1);
  });

  /** A client that goes while the gateway waits for a table, and the time that the gateway takes to see it. */
  async function pollAndGoWhileLocked(table: Parameters<typeof whileLocked>[1]) {
    const gone = new AbortController();
    await whileLocked(gateway, table, async () => {
      const poll = agent.poll(20, gone.signal).catch(() => "aborted");
      await new Promise((resolve) => setTimeout(resolve, 300));
      gone.abort();
      expect(await poll).toBe("aborted");
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
  }

  it("leases nothing to a client that went while its key was looked up", async () => {
    await pollAndGoWhileLocked("host");
    const id = await request();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await commandOf(id)).leasedUntil).toBeNull();
    expect((await agent.poll()).body.commands).toHaveLength(1);
  });

  it.each([
    ["its key was looked up", "host"],
    ["its commands were looked for", "command"],
  ] as const)("leases nothing that waited already to a client that went while %s", async (_, table) => {
    const id = await request();
    await pollAndGoWhileLocked(table);
    expect((await commandOf(id)).leasedUntil).toBeNull();
    expect((await agent.poll()).body.commands).toEqual([{ id, kind: "collectNow" }]);
  });

  it("gives nothing to a host whose key was revoked while it waited", async () => {
    const waiting = agent.poll(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await revokeKey(context(), { hostId: agent.hostId });
    const id = await request();
    expect((await waiting).body.commands).toEqual([]);
    expect((await commandOf(id)).leasedUntil).toBeNull();
    expect((await agent.poll()).status).toBe(401);
  });

  it("gives nothing to a key that was revoked while it waited, though the host was enrolled again", async () => {
    const waiting = agent.poll(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await revokeKey(context(), { hostId: agent.hostId });
    const again = await gateway.enroll("storage-01", agent.installationId);
    expect(again.hostId).toBe(agent.hostId);
    const id = await request();
    expect((await waiting).body.commands).toEqual([]);
    expect((await commandOf(id)).leasedUntil).toBeNull();
    expect((await again.poll()).body.commands).toEqual([{ id, kind: "collectNow" }]);
  });

  it("says that the host was seen", async () => {
    later(5_000);
    await agent.poll();
    const host = await gateway.db.host.findUniqueOrThrow({ where: { id: agent.hostId } });
    expect(host.lastSeenAt).toEqual(gateway.clock.now);
  });

  it("waits for nobody who holds the host's row, and gives its commands all the same", async () => {
    const id = await request();
    await gateway.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM host WHERE id = ${agent.hostId}::uuid FOR UPDATE`;
      expect((await agent.poll()).body.commands).toEqual([{ id, kind: "collectNow" }]);
      expect((await other.poll()).body.commands).toEqual([]);
    });
  });

  it("answers each of many that come at once for itself", async () => {
    const id = await request();
    const none = await gateway.call("GET", "/agent/v1/commands", { headers: { authorization: "Bearer cpk_nobody" } });
    const answers = await Promise.all([other.poll(), agent.poll(), other.poll()]);
    expect(none.status).toBe(401);
    expect(answers.map(({ body }) => body.commands)).toEqual([[], [{ id, kind: "collectNow" }], []]);
  });

  it.each([0, 1])("has nothing for a HEAD that would wait for %i s, and leases nothing to it", async (seconds) => {
    const id = await request();
    const head = { method: "HEAD", headers: { authorization: `Bearer ${agent.key}` } };
    const answer = await fetch(`${gateway.address}/agent/v1/commands?waitSeconds=${seconds}`, head);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET");
    expect((await commandOf(id)).leasedUntil).toBeNull();
  });

  it("answers each of several on one connection, in their order, whichever is due first", async () => {
    const { hostname, port } = new URL(gateway.address);
    const poll = (method: string, key: string, seconds: number) =>
      `${method} /agent/v1/commands?waitSeconds=${seconds} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    let answers = "";
    socket.on("data", (text) => {
      answers += text;
    });
    socket.write(poll("GET", agent.key, 2) + poll("HEAD", other.key, 1) + poll("GET", other.key, 1));
    const statuses = () => answers.match(/HTTP\/1.1 \d+/g)?.map((line) => Number(line.slice(-3)));
    await vi.waitFor(() => expect(statuses()).toEqual([200, 405, 200]), { timeout: 5000 });
    socket.destroy();
    expect((await agent.poll()).status).toBe(200);
  });

  it.each(["x", "-1"])("refuses to wait for %s seconds", async (seconds) => {
    const headers = { authorization: `Bearer ${agent.key}` };
    expect((await gateway.call("GET", `/agent/v1/commands?waitSeconds=${seconds}`, { headers })).status).toBe(400);
    expect((await gateway.call("GET", "/agent/v1/commands")).status).toBe(401);
  });
});

describe("what becomes of a command", () => {
  it("is accepted, then done; late and repeated words change nothing", async () => {
    const id = await request();
    await agent.poll();
    await answerCommand(id, "accepted");
    const answeredAt = gateway.clock.now;
    expect(await commandOf(id)).toMatchObject({ state: "accepted", answeredAt, finishedAt: null });
    later(1000);
    await answerCommand(id, "succeeded");
    const done = await commandOf(id);
    expect(done).toMatchObject({ state: "succeeded", answeredAt, finishedAt: gateway.clock.now });
    later(1000);
    for (const outcome of ["accepted", "declined", "failed"] as const) {
      expect((await answerCommand(id, outcome, "late")).body.accepted).toBe(1);
    }
    expect(await commandOf(id)).toEqual(done);
  });

  it("shows the progress told last, though the host's clock was set back", async () => {
    const commandId = await request();
    const told = (agoMs: number, percent: number, sequence: number) => ({
      ...eventOf("commandProgress", gateway.clock.now.getTime() - agoMs, { commandId, phase: "formatting", percent }),
      sequence,
    });
    await agent.report(told(0, 10, 1), told(60_000, 20, 3));
    await agent.report(told(0, 15, 2));
    expect((await commandOf(commandId)).progress).toMatchObject({ percent: 20 });
  });

  it("declined, with the agent's reason, and the run that waited with it", async () => {
    const { runId, commandId } = await requestRun();
    await agent.poll();
    await answerCommand(commandId, "declined", "policy does not allow writing to /scratch");
    expect(await commandOf(commandId)).toMatchObject({ state: "declined" });
    expect(await gateway.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      state: "declined",
      reason: "policy does not allow writing to /scratch",
      finishedAt: gateway.clock.now,
    });
  });

  it("of another host, is refused", async () => {
    const id = await request();
    const answer = await other.report(
      eventOf("command", gateway.clock.now.getTime(), { commandId: id, outcome: "declined" }),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.refused[0]?.errors[0]?.path).toBe("commandId");
    expect(await commandOf(id)).toMatchObject({ state: "pending" });
  });

  it("expires when nobody takes it, with its run; not while it is leased; and the agent's late word is the truth", async () => {
    const { runId, commandId } = await requestRun();
    later(595_000);
    await agent.poll();
    later(10_000);
    await expirePendingCommands(context());
    expect(await commandOf(commandId)).toMatchObject({ state: "pending" });
    later(20_001);
    expect(await expirePendingCommands(context())).toBe(1);
    expect(await commandOf(commandId)).toMatchObject({ state: "expired" });
    const run = await gateway.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(run).toMatchObject({ state: "declined", reason: expect.stringContaining("did not take the run in time") });
    expect((await agent.poll()).body.commands).toEqual([]);

    await answerCommand(commandId, "accepted");
    expect(await commandOf(commandId)).toMatchObject({ state: "accepted", finishedAt: null });
    await agent.report(eventOf("runStarted", gateway.clock.now.getTime(), { runId }));
    expect(await gateway.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      state: "running",
    });
  });

  it("expiring is the system's work alone", async () => {
    const admin: Person = { kind: "person", id: "1", email: "a@example.net", name: "A", role: "admin" };
    expect(() => requireRight({ actor: admin }, "system.maintain")).toThrow(/system.maintain/);
    await expect(expirePendingCommands({ ...context(), actor: admin })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("two who change one command", () => {
  it("cancel and the agent's word wait for each other in one order, and neither fails", async () => {
    const { runId, commandId } = await requestRun();
    const person = { kind: "person", id: "ada", name: "Ada", email: "ada@example.net", role: "admin" } as const;
    const cancel = () => cancelBenchmark({ ...context(), actor: person }, { runId });
    let both: Promise<unknown>[] = [];
    // Both queue behind this one, the agent's word first: it has the command then, and wants the run.
    await gateway.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM command WHERE id = ${commandId}::uuid FOR UPDATE`;
      const answered = answerCommand(commandId, "declined", "policy");
      await new Promise((resolve) => setTimeout(resolve, 300));
      both = [answered, cancel()];
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    const [answered, cancelled] = await Promise.allSettled(both);
    expect(answered).toMatchObject({ value: { status: 200 } });
    expect(cancelled).toMatchObject({ reason: { code: "conflict", message: expect.stringContaining("declined") } });
  });

  it("a transaction that PostgreSQL ended for another's sake is done again, and not for ever", async () => {
    let attempts = 0;
    const lost = async (tx: Transaction, losses: number) => {
      attempts += 1;
      const raised = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$`;
      if (attempts <= losses) await tx.$executeRawUnsafe(raised);
      return attempts;
    };
    expect(await inTransaction(gateway.db, (tx) => lost(tx, 2))).toBe(3);
    attempts = 0;
    await expect(inTransaction(gateway.db, (tx) => lost(tx, 100))).rejects.toThrow();
    expect(attempts).toBe(4);
  });
});

describe("a command that cannot be read any more", () => {
  it("fails alone, with its run, and the others go out", async () => {
    const { runId, commandId } = await requestRun();
    later(1);
    const next = await request();
    await gateway.db.command.update({ where: { id: commandId }, data: { payload: { kind: "startBenchmark" } } });
    expect((await agent.poll()).body.commands).toEqual([{ id: next, kind: "collectNow" }]);
    const reason = expect.stringContaining("cannot be read");
    expect(await commandOf(commandId)).toMatchObject({ state: "failed", reason, finishedAt: gateway.clock.now });
    expect(await gateway.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      state: "failed",
      reason,
    });
  });

  it("does not keep a poll waiting though a whole page of them lies before the next", async () => {
    for (let index = 0; index < 17; index += 1) {
      const id = await request();
      await gateway.db.command.update({ where: { id }, data: { payload: { kind: "tomorrow's" } } });
      later(1);
    }
    const next = await request();
    expect((await agent.poll()).body.commands).toEqual([{ id: next, kind: "collectNow" }]);
  });
});
