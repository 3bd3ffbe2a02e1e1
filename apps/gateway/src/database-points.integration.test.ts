import type { AgentEventOf } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventOf, histogramWith, requestedRun } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
const t = new Date("2026-11-21T11:00:00Z").getTime();

beforeAll(async () => {
  gateway = await startTestGateway();
  agent = await gateway.enroll("storage-01");
});
afterAll(() => gateway.close());

async function requestRun(): Promise<string> {
  const data = { ...requestedRun(2), hostId: agent.hostId, requestedAt: new Date(t) };
  return (await gateway.db.benchmarkRun.create({ data })).id;
}

const identity = (runId: string, pointSequence: number, attempt?: number) => ({
  runId,
  pointSequence,
  stepPath: [0],
  ...(attempt === undefined ? {} : { attempt }),
  database: {
    system: "postgresql" as const,
    benchmark: "tpcbLike" as const,
    sizeGib: 8,
    scale: 546,
    clients: 4,
    rampSeconds: 0,
    durationSeconds: 3,
    precondition: [],
  },
});

const environment = {
  serverVersion: "PostgreSQL 15.20",
  settings: ["shared_buffers=256MB"],
  fileSystem: "ext4",
  databaseBytes: 8e9,
  memoryBytes: 64e9,
};

const started = (timeMs: number, runId: string, sequence: number, attempt?: number) =>
  eventOf("databasePointStarted", timeMs, { ...identity(runId, sequence, attempt), environment, warnings: ["small"] });

function finished(timeMs: number, runId: string, sequence: number, transactions: number, attempt?: number) {
  const result = {
    transactions,
    failed: 1,
    transactionsPerSecond: transactions / 3,
    latencyNsMin: 9_992,
    latencyNsMean: 10_000.5,
    latencyNsStddev: 0,
    latencyNsMax: 10_007,
    histogram: histogramWith(transactions),
    intervalSeconds: 1,
    timeline: [transactions - 2, 1, 1],
  };
  return eventOf("databasePointFinished", timeMs, {
    ...identity(runId, sequence, attempt),
    outcome: "complete",
    elapsedNs: 3e9,
    result,
    warnings: ["small", "short"],
  } satisfies Omit<AgentEventOf<"databasePointFinished">, "id" | "timeMs" | "kind">);
}

async function stored(id: string) {
  const include = { databasePoints: { orderBy: { sequence: "asc" } }, points: true } as const;
  return gateway.db.benchmarkRun.findUniqueOrThrow({ where: { id }, include });
}

describe("a point of a database", () => {
  it("is kept beside the points of block workloads, and counts to its run", async () => {
    const id = await requestRun();
    await agent.report(started(t + 1000, id, 0), finished(t + 4000, id, 0, 5000), finished(t + 9000, id, 1, 200));
    // Another end of the same attempt changes nothing.
    await agent.report(finished(t + 5000, id, 0, 9999));
    const run = await stored(id);
    expect([run.pointsFinished, run.points]).toEqual([2, []]);
    expect(run.databasePoints).toMatchObject([
      {
        sequence: 0,
        key: "database-postgresql-tpcbLike-8gib-c4",
        state: "complete",
        startedAt: new Date(t + 1000),
        finishedAt: new Date(t + 4000),
        environment,
        warnings: ["small", "short"],
        transactions: 5000n,
        failed: 1n,
        latencyNsMean: 10_000.5,
        latencyNsP50: 10_007n,
        // 5 transactions stand above it, and none above the next.
        latencyNsP999: 10_007n,
        latencyNsP99999: null,
        intervalSeconds: 1,
        timeline: [4998n, 1n, 1n],
      },
      { sequence: 1, startedAt: null, transactions: 200n },
    ]);
  });

  it.each([
    ["as they happened", [0, 1, 2, 3]],
    ["the last first", [3, 2, 1, 0]],
    ["with the second result before its start", [0, 1, 3, 2]],
  ])("that was measured again keeps the last measurement alone, told %s", async (_, order) => {
    const id = await requestRun();
    const events = [
      started(t + 1000, id, 0),
      finished(t + 4000, id, 0, 100),
      started(t + 60_000, id, 0, 1),
      finished(t + 64_000, id, 0, 300, 1),
    ];
    for (const index of order) await agent.report(events[index] as never);
    const run = await stored(id);
    expect(run.pointsFinished).toBe(1);
    expect(run.databasePoints).toMatchObject([
      { attempt: 1, transactions: 300n, startedAt: new Date(t + 60_000), finishedAt: new Date(t + 64_000) },
    ]);
  });

  it("without its result is interrupted when its run ends", async () => {
    const id = await requestRun();
    await agent.report(started(t + 1000, id, 0), eventOf("runFinished", t + 2000, { runId: id, outcome: "cancelled" }));
    expect((await stored(id)).databasePoints).toMatchObject([{ state: "interrupted", transactions: null }]);
  });

  it("is refused if its histogram is not that of its transactions", async () => {
    const id = await requestRun();
    const { result, ...rest } = finished(t, id, 0, 100);
    const { body } = await agent.report({ ...rest, result: result && { ...result, transactions: 101 } });
    expect(body.refused).toMatchObject([{ errors: [{ path: expect.stringContaining("result.histogram") }] }]);
    expect((await stored(id)).databasePoints).toEqual([]);
  });
});
