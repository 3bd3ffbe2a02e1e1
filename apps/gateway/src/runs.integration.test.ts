import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  eventOf,
  histogramWith,
  inventory,
  observation,
  optane,
  pointFinished,
  pointSecond,
  pointSpec,
  pointStarted,
  requestedRun,
} from "./testing/events.ts";
import { snapshot, startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
let stranger: TestAgent;
const t = new Date("2026-11-21T11:00:00Z").getTime();

beforeAll(async () => {
  gateway = await startTestGateway();
  agent = await gateway.enroll("storage-01");
  stranger = await gateway.enroll("storage-02");
});
afterAll(() => gateway.close());

/** A run as the launch leaves it. */
async function requestRun(points = 1, driveId?: string): Promise<string> {
  const run = await gateway.db.benchmarkRun.create({
    data: {
      ...requestedRun(points),
      hostId: agent.hostId,
      requestedAt: new Date(t),
      ...(driveId === undefined ? {} : { driveId, nsid: 1n }),
    },
  });
  return run.id;
}

const runOf = (id: string) =>
  gateway.db.benchmarkRun.findUniqueOrThrow({
    where: { id },
    include: { points: { orderBy: { sequence: "asc" }, include: { directions: true } } },
  });
const warningsOf = (point: { warnings: unknown } | undefined) => ((point?.warnings ?? []) as string[]).toSorted();
const started = (runId: string, timeMs = t + 1) => eventOf("runStarted", timeMs, { runId });
const finished = (runId: string, outcome: "complete" | "cancelled" | "interrupted" | "failed", timeMs = t + 100) =>
  eventOf("runFinished", timeMs, { runId, outcome });

/** A run whose agent was asked to cancel it, or to skip a point of it. */
async function cancelledRun(state: "requested" | "running", pointSequence?: number) {
  const [startId, cancelId] = [randomUUID(), randomUUID()];
  const command = {
    hostId: agent.hostId,
    requestedAt: new Date(t),
    expiresAt: new Date(t + 60_000),
    state: "pending",
  } as const;
  await gateway.db.command.create({ data: { ...command, id: startId, kind: "startBenchmark", payload: {} } });
  const runId = await requestRun(2);
  await gateway.db.benchmarkRun.update({ where: { id: runId }, data: { state, commandId: startId } });
  const payload = { id: cancelId, kind: "cancelBenchmark", runId, requestedBy: "Ada" };
  await gateway.db.command.create({
    data: {
      ...command,
      id: cancelId,
      kind: "cancelBenchmark",
      payload: { ...payload, ...(pointSequence === undefined ? {} : { pointSequence }) },
    },
  });
  const decline = { commandId: cancelId, outcome: "declined" as const, reason: "it is not running on this host" };
  return { runId, startId, decline };
}

describe("a run that its agent does not have", () => {
  it("is given up once the agent declines to cancel it, and its start is offered no more", async () => {
    for (const state of ["requested", "running"] as const) {
      const { runId, startId, decline } = await cancelledRun(state);
      await agent.report(pointStarted(t + 2, runId, 0));
      await agent.report(eventOf("command", t + 50, { ...decline, runUnknown: true }));
      expect(await runOf(runId)).toMatchObject({
        state: "interrupted",
        reason: expect.stringContaining("does not have it"),
        finishedAt: new Date(t + 2),
        points: [{ state: "interrupted" }],
      });
      expect(await gateway.db.command.findUnique({ where: { id: startId } })).toMatchObject({ state: "expired" });
    }
  });

  it("has the end that arrives of it all the same", async () => {
    const { runId, decline } = await cancelledRun("running");
    await agent.report(eventOf("command", t + 50, { ...decline, runUnknown: true }), finished(runId, "complete"));
    expect(await runOf(runId)).toMatchObject({ state: "complete", reason: null, finishedAt: new Date(t + 100) });
    const told = await cancelledRun("running");
    await agent.report(
      finished(told.runId, "failed"),
      eventOf("command", t + 150, { ...told.decline, runUnknown: true }),
    );
    expect(await runOf(told.runId)).toMatchObject({ state: "failed", finishedAt: new Date(t + 100) });
  });

  it("goes on where another word is declined, or another host says so", async () => {
    const other = await cancelledRun("running");
    await agent.report(eventOf("command", t + 50, other.decline));
    expect(await runOf(other.runId)).toMatchObject({ state: "running" });
    const skipped = await cancelledRun("running", 1);
    await agent.report(eventOf("command", t + 50, { ...skipped.decline, runUnknown: true }));
    expect(await runOf(skipped.runId)).toMatchObject({ state: "running" });
    const foreign = await cancelledRun("running");
    await stranger.report(eventOf("command", t + 50, { ...foreign.decline, runUnknown: true }));
    expect(await runOf(foreign.runId)).toMatchObject({ state: "running" });
  });
});

describe("a run", () => {
  it("goes from its start to its end, with every figure as it was sent", async () => {
    const id = await requestRun(1);
    await agent.report(started(id));
    expect(await runOf(id)).toMatchObject({
      state: "running",
      startedAt: new Date(t + 1),
      points: [],
    });
    await agent.report(pointStarted(t + 2, id), pointSecond(t + 3, id, 0, 0), pointSecond(t + 4, id, 0, 1, 0));
    expect((await runOf(id)).points[0]).toMatchObject({ state: "running", startedAt: new Date(t + 2) });
    const result = pointFinished(t + 5, id);
    await agent.report(result, finished(id, "complete"));
    const run = await runOf(id);
    expect(run).toMatchObject({ state: "complete", reason: null, finishedAt: new Date(t + 100) });
    const [point] = run.points;
    expect(point).toMatchObject({ state: "complete", elapsedNs: 2_000_000_000n, errors: [], spec: pointSpec });
    expect(point).toMatchObject({ sequence: 0, stepPath: [0], round: null, workloadKey: "random-read-4k-qd1" });
    expect(point?.environment).toMatchObject({ toolVersion: "0.1.0", engineFlags: ["fixedBuffers"] });
    expect(warningsOf(point)).toEqual(["short run", "turbo is on"]);
    expect(point?.directions).toHaveLength(1);
    expect(point?.directions[0]).toMatchObject({
      direction: "read",
      operations: 200n,
      iops: 100,
      bytesPerSecond: 409_600,
      latencyNsMean: 10_000,
      latencyNsP50: 10_007n,
      latencyNsP90: 10_007n,
      latencyNsP99: 10_007n,
      // 200 samples carry no percentile of which one in a thousand would stand above.
      latencyNsP999: null,
      latencyNsP99999: null,
    });
    expect(Buffer.from(point?.directions[0]?.histogram ?? []).toString("base64")).toBe(result.read?.histogram);
    expect(run.pointsFinished).toBe(1);
    const seconds = await gateway.db.pointSecond.findMany({ where: { runId: id }, orderBy: { second: "asc" } });
    expect(
      seconds.map(({ second, operations, latencyNsP99, elapsedNs }) => [second, operations, latencyNsP99, elapsedNs]),
    ).toEqual([
      [0, 100n, 10_000n, 1_000_000_000n],
      [1, 0n, null, 1_000_000_000n],
    ]);
  });

  it("ends in the same state whatever the order in which its events arrive", async () => {
    const orders = [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [5, 0, 1, 2, 3, 4],
      [3, 5, 4, 1, 2, 0],
    ];
    const outcomes = [];
    for (const order of orders) {
      const id = await requestRun(2);
      const events = [
        started(id),
        pointStarted(t + 2, id, 0),
        pointFinished(t + 5, id, 0),
        pointStarted(t + 6, id, 1),
        pointFinished(t + 9, id, 1),
        finished(id, "complete"),
      ];
      for (const index of order) await agent.report(events[index] as never);
      const run = await runOf(id);
      const { state, reason, startedAt, finishedAt, pointsFinished } = run;
      const points = run.points.map((point) => [
        point.state,
        point.reason,
        point.startedAt,
        point.finishedAt,
        warningsOf(point),
        point.directions.length,
      ]);
      outcomes.push({ state, reason, startedAt, finishedAt, pointsFinished, points });
    }
    expect(outcomes[0]).toMatchObject({
      state: "complete",
      pointsFinished: 2,
      reason: null,
      startedAt: new Date(t + 1),
    });
    for (const outcome of outcomes.slice(1)) expect(outcome).toEqual(outcomes[0]);
  });

  it("counts the results that arrived, also those behind its end", async () => {
    const id = await requestRun(3);
    await agent.report(
      started(id),
      pointStarted(t + 2, id, 0),
      pointFinished(t + 3, id, 0),
      pointStarted(t + 4, id, 1),
    );
    await agent.report(finished(id, "complete"));
    let run = await runOf(id);
    expect(run).toMatchObject({ state: "complete", pointsPlanned: 3, pointsFinished: 1 });
    const lost = "The run ended, and no result of this point has arrived.";
    expect(run.points.map((point) => [point.state, point.reason])).toEqual([
      ["complete", null],
      ["interrupted", lost],
    ]);
    await agent.report(pointFinished(t + 5, id, 1));
    run = await runOf(id);
    expect(run.pointsFinished).toBe(2);
    expect(run.points[1]).toMatchObject({ state: "complete", reason: null });
    await agent.report(pointStarted(t + 6, id, 2));
    expect((await runOf(id)).points[2]).toMatchObject({ state: "interrupted", reason: lost });
    await agent.report(pointSecond(t + 6, id, 1, 0), pointFinished(t + 7, id, 2));
    expect(await runOf(id)).toMatchObject({ pointsFinished: 3, points: [{}, {}, { state: "complete", reason: null }] });
    expect(await gateway.db.pointSecond.count({ where: { runId: id } })).toBe(1);
  });

  it("counts no point that was cut short, though what was measured of it is kept", async () => {
    const id = await requestRun(2);
    const cut = { ...pointFinished(t + 5, id, 1), outcome: "interrupted" as const, reason: "cancelled" };
    await agent.report(started(id), pointFinished(t + 3, id, 0), cut, finished(id, "cancelled"));
    const run = await runOf(id);
    expect(run).toMatchObject({ state: "cancelled", pointsFinished: 1 });
    expect(run.points.map((point) => [point.state, point.directions.length])).toEqual([
      ["complete", 1],
      ["interrupted", 1],
    ]);
  });

  it("takes the result of a point whose start was never heard of, with all that was asked of it", async () => {
    const id = await requestRun(1);
    const round = { ...pointFinished(t + 5, id, 7), stepPath: [3, 1], round: 4 };
    await agent.report(started(id), round);
    const run = await runOf(id);
    // More points than its preview knew: the plan decides while it runs how many there are.
    expect(run).toMatchObject({ state: "running", pointsPlanned: 1, pointsFinished: 1 });
    expect(run.points).toMatchObject([
      { sequence: 7, stepPath: [3, 1], round: 4, state: "complete", startedAt: null, spec: round.spec },
    ]);
  });

  it("ended when it was last heard of, where its agent was cut off and says so an hour later", async () => {
    const id = await requestRun(2);
    await agent.report(started(id), pointStarted(t + 2, id, 0), pointSecond(t + 8000, id, 0, 7));
    const cutOff = { ...pointFinished(t + 3_600_000, id, 0), outcome: "interrupted" as const };
    await agent.report(cutOff, finished(id, "interrupted", t + 3_600_001));
    expect(await runOf(id)).toMatchObject({ state: "interrupted", finishedAt: new Date(t + 8000) });
    // Results are delivered before seconds that wait with them.
    const late = await requestRun(2);
    await agent.report(started(late), pointStarted(t + 2, late, 0), finished(late, "interrupted", t + 3_600_001));
    expect(await runOf(late)).toMatchObject({ finishedAt: new Date(t + 2) });
    await agent.report(pointSecond(t + 7000, late, 0, 6), pointSecond(t + 8000, late, 0, 7));
    await agent.report(pointSecond(t + 6000, late, 0, 5));
    expect(await runOf(late)).toMatchObject({ state: "interrupted", finishedAt: new Date(t + 8000) });
    const unheard = await requestRun(1);
    await agent.report(started(unheard), finished(unheard, "interrupted", t + 50));
    expect(await runOf(unheard)).toMatchObject({ finishedAt: new Date(t + 50) });
  });

  it("counts a point once: a second result of it changes nothing", async () => {
    const id = await requestRun(1);
    await agent.report(started(id), pointFinished(t + 5, id, 0, 200));
    const before = await snapshot(gateway.db, ["ingested_event", "host"]);
    expect((await agent.report(pointFinished(t + 6, id, 0, 999))).body.accepted).toBe(1);
    expect(await snapshot(gateway.db, ["ingested_event", "host"])).toEqual(before);
  });

  it("keeps its first end", async () => {
    const id = await requestRun(1);
    await agent.report(started(id), finished(id, "cancelled"), finished(id, "complete", t + 200), started(id));
    expect(await runOf(id)).toMatchObject({ state: "cancelled", finishedAt: new Date(t + 100) });
  });

  it("runs again though it was given up for lost, unless another run took its drive", async () => {
    await agent.report(inventory(t, [observation(optane)]));
    const drive = await gateway.db.drive.findFirstOrThrow({ where: { serial: optane.serial } });
    const lost = await requestRun(1, drive.id);
    const giveUp = () =>
      gateway.db.benchmarkRun.update({ where: { id: lost }, data: { state: "declined", reason: "not taken in time" } });
    await giveUp();
    await agent.report(started(lost));
    expect(await runOf(lost)).toMatchObject({ state: "running", reason: null });
    await giveUp();
    await requestRun(1, drive.id);
    const answer = await agent.report(started(lost, t + 2), pointFinished(t + 3, lost), finished(lost, "complete"));
    expect(answer.body).toMatchObject({ accepted: 3, refused: [] });
    expect(await runOf(lost)).toMatchObject({ state: "complete", points: [{ state: "complete" }] });
  });
});

describe("what a point says of a plan's other steps", () => {
  it("is kept: its purpose, its slices, and what a search raised", async () => {
    const id = await requestRun(2);
    const over = [{ thresholdNs: 1_000_000, operations: 3 }];
    const slices = [{ startSecond: 0, seconds: 2, read: { operations: 200, over } }];
    const raised = { parameter: "rate", value: 4, confirms: true } as const;
    const fill = { ...pointSpec, readPercent: 0, purpose: "precondition" } as const;
    await agent.report(
      started(id),
      { ...pointFinished(t + 5, id, 0), spec: fill },
      { ...pointFinished(t + 9, id, 1), slices, raised },
    );
    expect((await runOf(id)).points).toMatchObject([
      { purpose: "precondition", workloadKey: "random-write-4k-qd1-preconditioning", slices: [], raised: null },
      { purpose: "measure", workloadKey: "random-read-4k-qd2", slices, raised },
    ]);
  });

  it("counts a point that was skipped for a reason, which has no result", async () => {
    const id = await requestRun(2);
    const { read: _, ...rest } = pointFinished(t + 5, id, 0);
    const reason = "The kernel has no poll queues for it.";
    await agent.report(started(id), { ...rest, outcome: "skipped", reason, elapsedNs: 0 });
    expect(await runOf(id)).toMatchObject({
      pointsFinished: 1,
      points: [{ state: "skipped", reason, directions: [] }],
    });
  });
});

describe("what is refused", () => {
  it("another host's run, a run that is not there, and a point beyond the limit of a run", async () => {
    const id = await requestRun(1);
    const before = await snapshot(gateway.db, ["host"]);
    const lies = [
      started(id),
      pointStarted(t, id),
      pointSecond(t, id, 0, 0),
      pointFinished(t, id),
      finished(id, "failed"),
    ];
    const answer = await stranger.report(...lies);
    expect(answer.status).toBe(422);
    expect(answer.body.refused.map((refused) => [refused.id, refused.errors[0]?.path])).toEqual(
      lies.map((lie) => [lie.id, "runId"]),
    );
    const nowhere = await agent.report(started(randomUUID()), pointSecond(t, id, 4096, 0), pointFinished(t, id, 4096));
    expect(nowhere.body.refused.map((refused) => refused.errors[0]?.path).toSorted()).toEqual([
      "pointSequence",
      "pointSequence",
      "runId",
    ]);
    expect(await snapshot(gateway.db, ["host"])).toEqual(before);
  });

  it("a histogram that does not decode, or holds other than the operations stated", async () => {
    const id = await requestRun(1);
    await agent.report(started(id));
    const good = pointFinished(t + 5, id);
    const second = pointSecond(t + 4, id, 0, 0);
    const damaged = { ...good, read: good.read && { ...good.read, histogram: "HISTFAAAA" } };
    const short = { ...good, read: good.read && { ...good.read, histogram: histogramWith(199) } };
    const shortSecond = { ...second, read: second.read && { ...second.read, operations: 101 } };
    for (const wrong of [damaged, short, shortSecond]) {
      const answer = await agent.report(wrong);
      expect(answer.status).toBe(422);
      expect(answer.body.refused[0]?.errors[0]?.path).toBe("read.histogram");
    }
    expect((await agent.report(short)).body.refused[0]?.errors[0]?.message).toBe(
      "holds 199 latencies, and 200 operations are stated",
    );
    expect(await gateway.db.pointDirection.count({ where: { runId: id } })).toBe(0);
    expect((await agent.report(good)).body.accepted).toBe(1);
    expect(await gateway.db.pointDirection.count({ where: { runId: id } })).toBe(1);
  });
});
