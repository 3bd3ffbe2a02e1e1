import { afterAll, beforeAll, expect, it } from "vitest";
import { pointFinished, pointSecond, pointStarted, requestedRun } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
const t = new Date("2026-11-21T11:00:00Z").getTime();

beforeAll(async () => {
  gateway = await startTestGateway();
  agent = await gateway.enroll("storage-01");
});
afterAll(() => gateway.close());

/** What the server keeps of a point that was measured twice, its events reported in this order, each by itself or in one report. */
async function stored(order: readonly number[], inOneReport = false) {
  const { id } = await gateway.db.benchmarkRun.create({
    data: { ...requestedRun(1), hostId: agent.hostId, requestedAt: new Date(t) },
  });
  const note = "The agent restarted during this run";
  const events = [
    pointStarted(t + 1, id),
    pointSecond(t + 2, id, 0, 0, 10),
    pointSecond(t + 3, id, 0, 1, 10),
    pointSecond(t + 4, id, 0, 2, 10),
    pointFinished(t + 5, id, 0, 10),
    { ...pointStarted(t + 60, id), attempt: 1, warnings: [note] },
    { ...pointSecond(t + 61, id, 0, 0, 90), attempt: 1 },
    { ...pointSecond(t + 62, id, 0, 1, 90), attempt: 1 },
    { ...pointFinished(t + 63, id, 0, 180), attempt: 1, warnings: [note] },
  ];
  const told = order.map((index) => events[index] as never);
  for (const report of inOneReport ? [told] : told.map((event) => [event])) await agent.report(...report);
  const run = await gateway.db.benchmarkRun.findUniqueOrThrow({
    where: { id },
    include: { points: { include: { directions: true } } },
  });
  const seconds = await gateway.db.pointSecond.findMany({ where: { runId: id }, orderBy: { second: "asc" } });
  return {
    pointsFinished: run.pointsFinished,
    points: run.points.map(({ attempt, state, startedAt, finishedAt, warnings, directions }) => ({
      attempt,
      state,
      started: startedAt && startedAt.getTime() - t,
      finished: finishedAt && finishedAt.getTime() - t,
      warnings,
      operations: directions.map(({ operations }) => Number(operations)),
    })),
    seconds: seconds.map(({ second, operations }) => [second, Number(operations)]),
  };
}

it.each([
  ["as they happened", [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ["without a result of the first", [0, 1, 2, 3, 5, 6, 7, 8]],
  ["with results before seconds", [0, 4, 5, 8, 1, 2, 3, 6, 7]],
  ["the last first", [8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ["with the second result before its start", [0, 1, 2, 3, 4, 6, 8, 7, 5]],
])("keeps of a point that was measured again the last measurement alone, told %s", async (_, order) => {
  const note = "The agent restarted during this run";
  const point = { attempt: 1, state: "complete", started: 60, finished: 63, warnings: [note], operations: [180] };
  expect(await stored(order)).toEqual({
    pointsFinished: 1,
    points: [point],
    seconds: [
      [0, 90],
      [1, 90],
    ],
  });
});

it("lets a point run again that has a result, until the new one arrives", async () => {
  expect(await stored([0, 1, 2, 3, 4, 5, 6])).toMatchObject({
    pointsFinished: 0,
    points: [{ attempt: 1, state: "running", finished: null, operations: [] }],
    seconds: [[0, 90]],
  });
});

it("keeps the seconds of the last measurement also before any other word on the point, and from one report", async () => {
  for (const order of [
    [1, 6],
    [6, 1],
  ]) {
    expect((await stored(order)).seconds).toEqual([[0, 90]]);
    expect((await stored(order, true)).seconds).toEqual([[0, 90]]);
  }
  expect((await stored([0, 1, 2, 3, 4, 5, 6, 7, 8], true)).points).toMatchObject([{ attempt: 1, operations: [180] }]);
});
