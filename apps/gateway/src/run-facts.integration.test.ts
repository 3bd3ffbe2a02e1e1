import type { RunSelfTest } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  eventOf,
  inventory,
  observation,
  optane,
  pointFinished,
  requestedRun,
  smart,
  smartLog,
} from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
const t = new Date("2026-11-21T11:00:00Z").getTime();

beforeAll(async () => {
  gateway = await startTestGateway();
  agent = await gateway.enroll("storage-01");
  await agent.report(inventory(t, [observation(optane)]));
});
afterAll(() => gateway.close());

async function requestRun(): Promise<string> {
  await gateway.db.benchmarkRun.updateMany({ data: { state: "complete" } });
  const drive = await gateway.db.drive.findFirstOrThrow();
  const data = { ...requestedRun(1), hostId: agent.hostId, requestedAt: new Date(t), driveId: drive.id, nsid: 1n };
  return (await gateway.db.benchmarkRun.create({ data })).id;
}

const counters = (runId: string, moment: "before" | "after", timeMs: number, changes = {}) =>
  eventOf("runCounters", timeMs, { runId, moment, log: smartLog(), errorLog: [], vendorLogs: [], ...changes });

const heat = (timeMs: number, kelvin: number) => smart(timeMs, optane, { compositeTemperatureKelvin: kelvin });

describe("what a run did to its drive", () => {
  it("is kept as it was counted before and after, with the heat between; the first word of each stands", async () => {
    const runId = await requestRun();
    await agent.report(heat(t + 500, 399), counters(runId, "before", t + 1000));
    await agent.report(heat(t + 2000, 331), heat(t + 3000, 0), heat(t + 4000, 344));
    await agent.report(counters(runId, "after", t + 5000, { log: undefined, problem: "the drive does not respond" }));
    await agent.report(counters(runId, "after", t + 9000), heat(t + 9500, 399));
    const kept = await gateway.db.runCounters.findMany({ where: { runId }, orderBy: { moment: "asc" } });
    expect(kept).toMatchObject([
      {
        moment: "before",
        time: new Date(t + 1000),
        log: { compositeTemperatureKelvin: 311 },
        problem: null,
        temperatureSamples: 0,
      },
      {
        moment: "after",
        time: new Date(t + 5000),
        log: null,
        problem: "the drive does not respond",
        temperatureKelvinMax: 344,
        temperatureSamples: 2,
      },
    ]);
  });

  it("is taken of no other host's run", async () => {
    const stranger = await gateway.enroll("storage-02");
    const runId = await requestRun();
    const { body } = await stranger.report(counters(runId, "before", t));
    expect(body.refused).toMatchObject([{ reason: `This host has no run ${runId}.` }]);
    expect(await gateway.db.runCounters.count({ where: { runId } })).toBe(0);
  });
});

it("a self-test of a run is kept with what the drive found", async () => {
  const runId = await requestRun();
  const result = { code: 2, result: 7, failedSegment: 3, powerOnHours: "11990", nsid: 1, failingLba: "123456" };
  const test: Omit<RunSelfTest, "result"> = {
    runId,
    number: 0,
    stepPath: [2],
    test: "extended",
    outcome: "failed",
    reason: "a segment",
  };
  await agent.report(eventOf("runSelfTest", t + 1, { ...test, result }));
  await agent.report(eventOf("runSelfTest", t + 2, { ...test, outcome: "passed" }));
  await agent.report(
    eventOf("runSelfTest", t + 3, { runId, number: 1, stepPath: [4], test: "short", outcome: "passed" }),
  );
  expect(await gateway.db.runSelfTest.findMany({ where: { runId }, orderBy: { number: "asc" } })).toMatchObject([
    { stepPath: [2], test: "extended", outcome: "failed", reason: "a segment", result, finishedAt: new Date(t + 1) },
    { stepPath: [4], test: "short", outcome: "passed", reason: null, result: null },
  ]);
});

it("what reading verified data found is kept with its point", async () => {
  const runId = await requestRun();
  const verification = { matched: 7, mismatched: 1, unknown: 0, readBackBytes: "28672", spanBytes: "32768" };
  await agent.report({ ...pointFinished(t, runId), verification: { ...verification, firstMismatchBytes: "4096" } });
  const point = await gateway.db.benchmarkPoint.findFirstOrThrow({ where: { runId } });
  expect(point.verification).toEqual({ ...verification, firstMismatchBytes: "4096" });
});

it("CPU time in the kernel is not known where a kernel thread submits, whose own the agent does not count", async () => {
  for (const [engine, cpuSystemNs] of [
    ["io_uring", 2_000_000n],
    ["io_uring+sqpoll", null],
  ] as const) {
    const runId = await requestRun();
    const event = pointFinished(t, runId);
    await agent.report({ ...event, spec: { ...event.spec, engine }, cpuUserNs: 1_000_000, cpuSystemNs: 2_000_000 });
    const point = await gateway.db.benchmarkPoint.findFirstOrThrow({ where: { runId } });
    expect([point.cpuUserNs, point.cpuSystemNs], engine).toEqual([1_000_000n, cpuSystemNs]);
  }
});

it("a steady state was reached by a point that says so at its end, and went on to it", async () => {
  const rounds = { roundSeconds: 60, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
  const ending = { kind: "steadyState", tracked: "iops", ...rounds } as const;
  for (const [outcome, reached, key, stored] of [
    ["complete", true, "steady", true],
    ["complete", false, "notsteady", false],
    ["complete", undefined, "notsteady", false],
    ["interrupted", true, "notsteady", false],
    ["skipped", true, "steady", undefined],
  ] as const) {
    const runId = await requestRun();
    const { spec, read, ...rest } = pointFinished(t, runId);
    const finished = outcome === "skipped" ? rest : { ...rest, read };
    const said = { ...spec, ending: { ...ending, ...(reached === undefined ? {} : { reached }) } };
    await agent.report({ ...finished, outcome, spec: said });
    const point = await gateway.db.benchmarkPoint.findFirstOrThrow({ where: { runId } });
    expect(point.workloadKey.split("-").at(-1), `${outcome} ${reached}`).toBe(key);
    expect(point.spec).toEqual({
      ...spec,
      ending: { ...ending, ...(stored === undefined ? {} : { reached: stored }) },
    });
  }
});

it("what searches and rounds of a run came to is kept in its order, the first word of each", async () => {
  const runId = await requestRun();
  const finding = (number: number, found: object) =>
    eventOf("runFinding", t, { runId, number, stepPath: [number, 0], ...found });
  const search = { parameter: "rate", highest: 24, undecided: false } as const;
  await agent.report(finding(1, { rounds: { rounds: 7, steady: true } }), finding(0, { search }));
  await agent.report(finding(1, { rounds: { rounds: 9, steady: false } }));
  const kept = await gateway.db.runFinding.findMany({ where: { runId }, orderBy: { number: "asc" } });
  expect(kept).toEqual([
    { runId, number: 0, stepPath: [0, 0], found: { search } },
    { runId, number: 1, stepPath: [1, 0], found: { rounds: { rounds: 7, steady: true } } },
  ]);
  const stranger = await gateway.enroll("storage-03");
  expect((await stranger.report(finding(2, { search }))).body.refused).toHaveLength(1);
});
