import { describe, expect, it } from "vitest";
import { expectedStarts } from "./queue.ts";

const alone = (id: string, target: string, durationMs: number) => ({
  id,
  targets: [target],
  durationMs,
  parallelOnHost: false,
});
const beside = (id: string, target: string, durationMs: number) => ({
  id,
  targets: [target],
  durationMs,
  parallelOnHost: true,
});

describe("expectedStarts", () => {
  it("starts runs that are to be alone one after the other, behind the one that runs", () => {
    const running = { targets: ["a"], endsAtMs: 1500, parallelOnHost: false };
    const starts = expectedStarts(1000, [running], [alone("1", "b", 100), alone("2", "a", 50), alone("3", "c", 1)]);
    expect([...starts]).toEqual([
      ["1", 1500],
      ["2", 1600],
      ["3", 1650],
    ]);
  });

  it("starts nothing in the past: a run that takes longer than it should ends now at the earliest", () => {
    const late = { targets: ["a"], endsAtMs: 10, parallelOnHost: false };
    expect(expectedStarts(1000, [late], [alone("1", "b", 100)]).get("1")).toBe(1000);
  });

  it("lets those that may run beside others wait for their own target alone, and none overtake one that is to be alone", () => {
    const running = { targets: ["a"], endsAtMs: 1500, parallelOnHost: true };
    const queue = [beside("1", "b", 100), beside("2", "a", 10), alone("3", "c", 7), beside("4", "d", 1)];
    expect([...expectedStarts(1000, [running], queue)]).toEqual([
      ["1", 1000],
      // Behind the run of its own target.
      ["2", 1500],
      // Behind all three, of which the last ends at 1510.
      ["3", 1510],
      ["4", 1517],
    ]);
  });

  it("has a volume wait for each of its drives, and them for it", () => {
    const volume = { id: "2", targets: ["a", "b"], durationMs: 100, parallelOnHost: true };
    const running = { targets: ["b"], endsAtMs: 1500, parallelOnHost: true };
    expect([...expectedStarts(1000, [running], [beside("1", "c", 5), volume, beside("3", "a", 10)])]).toEqual([
      ["1", 1000],
      ["2", 1500],
      ["3", 1600],
    ]);
  });
});
