import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDrive, addHost, addPeople, contextOf, namespaceOf, now, quickCheck } from "../testing/fleet.ts";
import { expectNothingLeft } from "../testing/nothing-left.ts";
import { cancelBenchmark } from "./cancel.ts";
import { launchBenchmark } from "./launch.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");

const expectRefusal = (launch: () => Promise<unknown>, refusal: Record<string, unknown>) =>
  expectNothingLeft(test.db, launch, refusal);

describe("cancelBenchmark", () => {
  async function launched() {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    return { host, runId, commandId: run.commandId ?? "" };
  }

  it("withdraws a run that no agent was offered: it is over at once", async () => {
    const { runId, commandId } = await launched();
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: "cancelled",
      reason: "Cancelled by operator@example.net before the agent took it.",
      finishedAt: now,
    });
    expect(await test.db.command.findUnique({ where: { id: commandId } })).toMatchObject({ state: "expired" });
  });

  it("asks the agent once where the run may already be with it", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
    const cancels = await test.db.command.findMany({ where: { hostId: host.id, kind: "cancelBenchmark" } });
    expect(cancels).toHaveLength(1);
    expect(cancels[0]?.payload).toMatchObject({
      kind: "cancelBenchmark",
      runId,
      requestedBy: "operator@example.net",
    });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: "requested",
      cancelRequestedAt: now,
    });
    expect(await test.db.auditEntry.count({ where: { objectId: runId, action: "benchmark.cancel" } })).toBe(1);
  });

  it("asks again once the agent has answered and the run goes on all the same", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    const cancels = { hostId: host.id, kind: "cancelBenchmark" };
    const skip = { id: crypto.randomUUID(), kind: "cancelBenchmark", runId, pointSequence: 0, requestedBy: "x" };
    await test.db.command.create({
      data: { ...cancels, id: skip.id, payload: skip, requestedAt: now, expiresAt: now },
    });
    for (const [answer, asked] of [
      ["declined", 2],
      ["succeeded", 3],
      ["accepted", 4],
      ["accepted", 4],
    ] as const) {
      expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
      expect(await test.db.command.count({ where: cancels })).toBe(asked);
      await test.db.command.updateMany({ where: { ...cancels, id: { not: skip.id } }, data: { state: answer } });
    }
  });

  it("ends a run that waits in the queue, which holds nothing, at once", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.delete({ where: { id: commandId } });
    await test.db.benchmarkRun.update({
      where: { id: runId },
      data: { state: "queued", queuePlace: 0, commandId: null },
    });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({ state: "cancelled" });
    expect(await test.db.command.count({ where: { hostId: host.id } })).toBe(0);
  });

  it("ends a run whose host was removed, which nobody can ask any more", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    await test.db.host.delete({ where: { id: host.id } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: "cancelled",
      reason: "Cancelled by operator@example.net after its host was removed.",
    });
  });

  it("ends a run whose host was removed after it had been asked", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
    await test.db.host.delete({ where: { id: host.id } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({ state: "cancelled" });
  });

  it("refuses a run that is over, one that is not there, and a viewer", async () => {
    const { runId } = await launched();
    await expectRefusal(() => cancelBenchmark(contextOf(test.db, "viewer"), { runId }), { code: "forbidden" });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "failed" } });
    await expectRefusal(() => cancelBenchmark(operator(), { runId }), { code: "conflict" });
    await expectRefusal(() => cancelBenchmark(operator(), { runId: "00000000-0000-4000-8000-000000000000" }), {
      code: "notFound",
    });
  });
});
