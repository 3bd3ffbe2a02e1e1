import { expect, it } from "vitest";
import { cpuTimeOf } from "./view.ts";

it("knows what a point's operations cost, but not those of its last rounds: its CPU time is that of all rounds", () => {
  const row = { cpuUserNs: 10n, cpuSystemNs: 20n };
  const timed = { ending: { kind: "duration", durationSeconds: 60 } };
  const untilSteady = { ending: { kind: "steadyState", roundSeconds: 60, windowRounds: 5, roundsMax: 25 } };
  expect(cpuTimeOf({ ...row, spec: timed })).toEqual({ cpuUserNs: 10, cpuSystemNs: 20 });
  expect(cpuTimeOf({ ...row, spec: untilSteady })).toEqual({ cpuUserNs: undefined, cpuSystemNs: undefined });
});
