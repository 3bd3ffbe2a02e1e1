import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { touchGateway } from "../health/gateway-pulse.ts";
import {
  addDrive,
  addHost,
  addPeople,
  allowing,
  contextOf,
  namespaceOf,
  now,
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { cancelBenchmark } from "./cancel.ts";
import { dispatchQueues } from "./dispatch.ts";
import { launchBenchmark } from "./launch.ts";
import { listQueue } from "./list-queue.ts";
import { reorderQueue } from "./reorder.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const worker = (at = now): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now: at });
const runOf = (runId: string) => test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
const finish = (runId: string) => test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });

async function queue(drive: { id: string }, more: { parallelOnHost?: boolean } = {}): Promise<string> {
  const asked = { target: namespaceOf(drive), plan: quickCheck, queue: true, ...more };
  return (await launchBenchmark(operator(), asked)).runId;
}

/** A host with drives, of which the first is being measured. */
async function busyHost(drives: number) {
  const host = await addHost(test.db);
  const all = await Promise.all(Array.from({ length: drives }, () => addDrive(test.db, host.id)));
  const [first] = all;
  if (first === undefined) throw new Error("a host needs a drive");
  return { host, drives: all, running: await queue(first) };
}

describe("the queue of a host", () => {
  it("starts a run at once where nothing runs, and one after the other in their order where something does", async () => {
    const { drives, running } = await busyHost(3);
    const [, second, third] = drives as [(typeof drives)[0], (typeof drives)[0], (typeof drives)[0]];
    const waiting = [await queue(third), await queue(second), await queue(third)];
    expect((await runOf(running)).state).toBe("requested");
    expect(await dispatchQueues(worker())).toBe(0);
    let before = running;
    for (const next of waiting) {
      expect(await runOf(next)).toMatchObject({ state: "queued", commandId: null });
      await finish(before);
      expect(await dispatchQueues(worker())).toBe(1);
      const { state, queuePlace, commandId } = await runOf(next);
      expect([state, queuePlace]).toEqual(["requested", null]);
      const command = await test.db.command.findUniqueOrThrow({ where: { id: commandId ?? "" } });
      expect(startBenchmarkCommand.parse(command.payload)).toMatchObject({ runId: next });
      // In the name of who asked for it, whoever started it.
      expect(command.requestedById).toBe("operator");
      before = next;
    }
  });

  it("lets a launch that would not wait start before those that do, and refuses it where something runs", async () => {
    const { drives, running } = await busyHost(2);
    const [first, second] = drives as [(typeof drives)[0], (typeof drives)[0]];
    const waiting = await queue(first);
    const atOnce = { target: namespaceOf(second), plan: quickCheck };
    await expect(launchBenchmark(operator(), atOnce)).rejects.toMatchObject({ code: "conflict" });
    await finish(running);
    const { runId, state } = await launchBenchmark(operator(), atOnce);
    expect([state, (await runOf(runId)).state, (await runOf(waiting)).state]).toEqual([
      "requested",
      "requested",
      "queued",
    ]);
  });

  it("starts a run once, however many look at the queue at the same moment", async () => {
    const { drives, running } = await busyHost(2);
    const waiting = await Promise.all(drives.map((drive) => queue(drive)));
    await finish(running);
    const settled = await Promise.all(Array.from({ length: 5 }, () => dispatchQueues(worker())));
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(1);
    const states = await Promise.all(waiting.map(async (id) => (await runOf(id)).state));
    expect(states.toSorted()).toEqual(["queued", "requested"]);
    expect(
      await test.db.command.count({ where: { kind: "startBenchmark", hostId: (await runOf(running)).hostId ?? "" } }),
    ).toBe(2);
  });

  it("goes on with the next where a host lets a command expire", async () => {
    const { drives, running } = await busyHost(2);
    const waiting = await queue(drives[1] ?? drives[0] ?? { id: "" });
    await test.db.benchmarkRun.update({ where: { id: running }, data: { state: "declined" } });
    expect(await dispatchQueues(worker())).toBe(1);
    expect((await runOf(waiting)).state).toBe("requested");
  });

  it("runs beside others only where all of them were asked for so, each on its own drive", async () => {
    const host = await addHost(test.db);
    const [a, b, c, d] = await Promise.all([0, 1, 2, 3].map(() => addDrive(test.db, host.id)));
    if (!a || !b || !c || !d) throw new Error("four drives");
    const parallelOnHost = true;
    const first = await queue(a, { parallelOnHost });
    const second = await queue(b, { parallelOnHost });
    const sameDrive = await queue(a, { parallelOnHost });
    const alone = await queue(c);
    const behind = await queue(d, { parallelOnHost });
    const states = async () =>
      Promise.all([first, second, sameDrive, alone, behind].map(async (id) => (await runOf(id)).state));
    // The last would find its drive free; it does not overtake the one that is to be alone.
    expect(await states()).toEqual(["requested", "requested", "queued", "queued", "queued"]);
    await finish(first);
    await dispatchQueues(worker());
    expect(await states()).toEqual(["complete", "requested", "requested", "queued", "queued"]);
    await finish(second);
    await finish(sameDrive);
    await dispatchQueues(worker());
    expect((await states()).slice(3)).toEqual(["requested", "queued"]);
    const { commandId } = await runOf(second);
    const { payload } = await test.db.command.findUniqueOrThrow({ where: { id: commandId ?? "" } });
    expect(payload).toMatchObject({ parallelOnHost: true });
  });

  it("waits while a command to the drive is carried out, and lets others go before it", async () => {
    const host = await addHost(test.db);
    const [formatted, other] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    const command = { hostId: host.id, driveId: formatted.id, kind: "controlDrive", payload: {}, expiresAt: now };
    const { id } = await test.db.command.create({ data: { ...command, state: "accepted" } });
    const waiting = await queue(formatted);
    const next = await queue(other);
    expect([(await runOf(waiting)).state, (await runOf(next)).state]).toEqual(["queued", "requested"]);
    await finish(next);
    await test.db.command.update({ where: { id }, data: { state: "succeeded" } });
    await dispatchQueues(worker());
    expect((await runOf(waiting)).state).toBe("requested");
  });

  it("is put into another order, and says when each run is expected to start", async () => {
    const { host, drives, running } = await busyHost(3);
    const [, b, c] = drives as [(typeof drives)[0], (typeof drives)[0], (typeof drives)[0]];
    const [one, two, three] = [await queue(b), await queue(c), await queue(b)];
    await test.db.benchmarkRun.update({
      where: { id: running },
      data: { state: "running", startedAt: now, plannedSeconds: 60, plannedSecondsLeast: 20 },
    });
    await test.db.benchmarkRun.updateMany({
      where: { id: { in: [one, two, three] } },
      data: { plannedSeconds: 10, plannedSecondsLeast: 5 },
    });
    await reorderQueue(operator(), { runId: three, beforeRunId: one });
    await reorderQueue(operator(), { runId: one });
    const { hosts } = await listQueue(operator(), { hostId: host.id });
    const inSeconds = (at: Date | undefined) => ((at?.getTime() ?? 0) - now.getTime()) / 1000;
    const ends = hosts[0]?.open.map(({ runId, ...end }) => [runId, ...[end.earliestEnd, end.latestEnd].map(inSeconds)]);
    expect(ends).toEqual([[running, 20, 60]]);
    const starts = hosts[0]?.queued.map(({ runId, ...start }) => [
      runId,
      ...[start.earliestStart, start.latestStart].map(inSeconds),
    ]);
    expect(starts).toEqual([
      [three, 20, 60],
      [two, 25, 70],
      [one, 30, 80],
    ]);
    await finish(running);
    await dispatchQueues(worker());
    expect((await runOf(three)).state).toBe("requested");
    await expect(reorderQueue(operator(), { runId: three })).rejects.toMatchObject({ code: "conflict" });
    await expect(reorderQueue(operator(), { runId: one, beforeRunId: three })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("goes on at every host, however many have a queue of which nothing can start", async () => {
    const busy = await Promise.all([1, 2, 3].map(() => busyHost(1)));
    const waiting = await Promise.all(busy.map(({ drives: [drive] }) => queue(drive ?? { id: "" })));
    // The host that is looked at last.
    const [last] = busy.toSorted((a, b) => (a.host.id < b.host.id ? 1 : -1));
    await finish(last?.running ?? "");
    await dispatchQueues(worker(), 1);
    const states = await Promise.all(waiting.map(async (id) => (await runOf(id)).state));
    expect(states.toSorted()).toEqual(["queued", "queued", "requested"]);
  });

  it("goes on once a run is canceled of which nothing will be heard: its host's key is revoked", async () => {
    const { host, drives, running } = await busyHost(1);
    await test.db.benchmarkRun.update({ where: { id: running }, data: { state: "running" } });
    const { commandId } = await runOf(running);
    await test.db.command.update({ where: { id: commandId ?? "" }, data: { state: "accepted" } });
    expect(await cancelBenchmark(operator(), { runId: running })).toEqual({ kind: "asked" });
    await test.db.host.update({ where: { id: host.id }, data: { keyRevokedAt: now } });
    expect(await cancelBenchmark(operator(), { runId: running })).toEqual({ kind: "withdrawn" });
    expect((await runOf(running)).reason).toMatch(/after its host's key was revoked/);
    const elsewhere = await addHost(test.db);
    await test.db.driveSighting.updateMany({
      where: { driveId: drives[0]?.id ?? "" },
      data: { hostId: elsewhere.id },
    });
    expect((await runOf(await queue(drives[0] ?? { id: "" }))).state).toBe("requested");
  });

  it("forgets a run that is canceled", async () => {
    const { drives, running } = await busyHost(2);
    const [canceled, next] = [await queue(drives[1] ?? { id: "" }), await queue(drives[1] ?? { id: "" })];
    expect(await cancelBenchmark(operator(), { runId: canceled })).toEqual({ kind: "withdrawn" });
    await finish(running);
    expect(await dispatchQueues(worker())).toBe(1);
    expect([(await runOf(canceled)).state, (await runOf(next)).state]).toEqual(["cancelled", "requested"]);
  });
});

describe("a run whose turn has come", () => {
  /** A run that writes, waiting behind another; what a person typed stands with it. */
  async function waitingWrite() {
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id);
    const before = await queue(drive);
    const asked = { target: namespaceOf(drive), plan: writes, queue: true };
    await expect(launchBenchmark(admin(), asked)).rejects.toMatchObject({ code: "invalid" });
    const { runId } = await launchBenchmark(admin(), { ...asked, confirmedSerial: drive.serial });
    await finish(before);
    return { host, drive, runId };
  }

  async function expectDeclined(runId: string, reason: string | RegExp): Promise<void> {
    expect(await dispatchQueues(worker())).toBe(1);
    const run = await runOf(runId);
    expect(run).toMatchObject({ state: "declined", commandId: null, queuePlace: null, confirmedSerial: null });
    expect(run.reason).toMatch(reason);
    const audit = await test.db.auditEntry.findFirst({ where: { objectId: runId, action: "benchmark.declineQueued" } });
    expect(audit?.detail).toMatchObject({ askedBy: "admin@example.net", reason: run.reason });
  }

  it("uses the serial that was typed once, and the audit shows it", async () => {
    const { drive, runId } = await waitingWrite();
    expect((await runOf(runId)).confirmedSerial).toBe(drive.serial);
    expect(await dispatchQueues(worker())).toBe(1);
    const run = await runOf(runId);
    expect(run).toMatchObject({ state: "requested", confirmedSerial: null });
    const { payload } = await test.db.command.findUniqueOrThrow({ where: { id: run.commandId ?? "" } });
    expect(payload).toMatchObject({ confirmedSerial: drive.serial });
    const audits = await test.db.auditEntry.findMany({ where: { objectId: runId }, orderBy: { action: "asc" } });
    expect(audits.map(({ action, actorLabel, detail }) => [action, actorLabel, detail])).toEqual([
      ["benchmark.launch", "admin@example.net", expect.objectContaining({ typedSerial: drive.serial, queued: true })],
      ["benchmark.startQueued", "queue", expect.objectContaining({ serialTypedAtLaunch: drive.serial })],
    ]);
  });

  it("is declined where its asker lost the right", async () => {
    const { runId } = await waitingWrite();
    await test.db.user.update({ where: { id: "admin" }, data: { role: "operator" } });
    await expectDeclined(runId, /needs the right benchmark.launchDestructive, which admin@example.net does not have/);
    await test.db.user.update({ where: { id: "admin" }, data: { role: "admin" } });
  });

  it("is declined where its asker was removed", async () => {
    const { runId } = await waitingWrite();
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { requestedById: null } });
    await expectDeclined(runId, /^admin@example.net, who asked for it, was removed/);
  });

  it("is declined where the host's policy does not allow it any more", async () => {
    const { host, runId } = await waitingWrite();
    const environment = { ...(host.environment as object), policy: allowing([], {}) };
    await test.db.host.update({ where: { id: host.id }, data: { environment } });
    await expectDeclined(runId, /^The policy of .* does not allow writing to/);
  });

  it("is declined where the drive is in use by now", async () => {
    const { drive, runId } = await waitingWrite();
    const [first] = drive.namespaces as object[];
    await test.db.drive.update({
      where: { id: drive.id },
      data: { namespaces: [{ ...first, inUse: ["mounted on /srv"] }] },
    });
    await expectDeclined(runId, /is in use and cannot be written to: mounted on \/srv/);
  });

  it("is declined where the host is silent, or the drive is gone, or on another host", async () => {
    const silent = await waitingWrite();
    await test.db.host.update({ where: { id: silent.host.id }, data: { lastSeenAt: new Date(0) } });
    // No gateway runs yet: it is not the host's fault.
    expect(await dispatchQueues(worker())).toBe(0);
    expect((await runOf(silent.runId)).state).toBe("queued");
    await touchGateway(worker());
    await expectDeclined(silent.runId, /has not reported for/);
    const gone = await waitingWrite();
    await test.db.driveSighting.updateMany({ where: { driveId: gone.drive.id }, data: { endedAt: now } });
    await expectDeclined(gone.runId, /is not plugged into any host now/);
    const moved = await waitingWrite();
    const other = await addHost(test.db, { policy: allowing(["write"], { models: [moved.drive.model] }) });
    await test.db.driveSighting.updateMany({ where: { driveId: moved.drive.id }, data: { hostId: other.id } });
    await expectDeclined(moved.runId, new RegExp(`was moved from ${moved.host.hostname} to ${other.hostname}`));
  });

  it("is declined where its host was removed", async () => {
    const { host, runId } = await waitingWrite();
    await test.db.host.delete({ where: { id: host.id } });
    await expectDeclined(runId, `Its host ${host.hostname} was removed while it waited.`);
  });
});
