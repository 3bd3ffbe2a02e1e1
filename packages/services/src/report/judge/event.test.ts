import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { JudgeBudget } from "./budget.ts";
import { judgeEvent } from "./event.ts";

const dayMs = 86_400_000;
const serverMs = Date.UTC(2026, 10, 21, 12);
const runStarted = (timeMs: number) => ({ id: randomUUID(), kind: "runStarted", timeMs, runId: randomUUID() });
const judge = (timeMs: number) =>
  judgeEvent(runStarted(timeMs), { serverMs, agentMs: timeMs + 1000 }, new JudgeBudget());

it.each([
  ["now", 0, "good"],
  ["a day ahead", dayMs, "good"],
  ["more than a day ahead", dayMs + 1, "refused"],
  ["400 days behind, as an agent delivers that was cut off", -400 * dayMs, "good"],
  ["more than 400 days behind", -400 * dayMs - 1, "refused"],
  ["a clock that has not been set since 1970", -serverMs, "refused"],
])("judges an event's time: %s", async (_name, offsetMs, kind) => {
  expect((await judge(serverMs + offsetMs)).kind).toBe(kind);
});

it("says which clock says what, and what to do", async () => {
  const verdict = await judge(0);
  expect(verdict).toMatchObject({
    refused: {
      reason:
        "The event's time 1970-01-01T00:00:00.000Z is more than 400 days behind the server's clock, which says " +
        "2026-11-21T12:00:00.000Z; the agent's clock said 1970-01-01T00:00:01.000Z. Set the clock of the host.",
    },
  });
});
