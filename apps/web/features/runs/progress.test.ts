import { describe, expect, it } from "vitest";
import { runProgress } from "./progress.ts";

const timing = (rampSeconds: number, durationSeconds: number) => ({
  rampSeconds,
  ending: { kind: "duration" as const, durationSeconds },
});
const spec = timing(5, 55);
type State = "pending" | "running" | "complete";
const point = (sequence: number, state: State, startedAtMs?: number) => ({
  sequence,
  state,
  spec,
  startedAt: startedAtMs === undefined ? undefined : new Date(startedAtMs),
});

describe("runProgress", () => {
  it("counts planned time: one of three done and half of the second is half", () => {
    const points = [point(0, "complete", 0), point(1, "running", 60_000), point(2, "pending")];
    expect(runProgress(points, new Date(90_000))).toEqual({
      percent: 50,
      leftMs: 90_000,
      leftIsAtMost: false,
      currentPoint: 2,
      totalPoints: 3,
      phase: "measure",
    });
  });

  it("counts what a fill took, not the week that it might have, and says at most before it", () => {
    const fill = { rampSeconds: 0, ending: { kind: "fills" as const, fills: 2, durationSeconds: 604_800 } };
    const ahead = [{ ...point(0, "running", 0), spec: fill }, point(1, "pending")];
    expect(runProgress(ahead, new Date(60_000))).toMatchObject({ leftMs: 604_800_000, leftIsAtMost: true });
    const behind = [{ ...point(0, "complete", 0), spec: fill, finishedAt: new Date(180_000) }, point(1, "pending")];
    expect(runProgress(behind, new Date(180_000))).toMatchObject({ percent: 75, leftMs: 60_000, leftIsAtMost: false });
  });

  it("counts the time of streams once", () => {
    const beside = [{}] as never;
    const stream = (sequence: number) => ({ ...point(sequence, "running", 0), spec: { ...spec, beside } });
    expect(runProgress([stream(0), stream(1)], new Date(45_000))).toMatchObject({ percent: 75, leftMs: 15_000 });
  });

  it("tells the ramp from the measurement, and waiting from between", () => {
    expect(runProgress([point(0, "running", 1000)], new Date(5_999)).phase).toBe("ramp");
    expect(runProgress([point(0, "running", 1000)], new Date(6_000)).phase).toBe("measure");
    expect(runProgress([point(0, "pending")], new Date(0)).phase).toBe("waiting");
    expect(runProgress([point(0, "complete", 0), point(1, "pending")], new Date(0)).phase).toBe("between");
    expect(runProgress([point(0, "complete", 0)], new Date(0)).phase).toBe("over");
  });

  it("never passes a hundred, nor runs backwards when the clocks disagree", () => {
    expect(runProgress([point(0, "running", 0)], new Date(600_000))).toMatchObject({ percent: 100, leftMs: 0 });
    expect(runProgress([point(0, "running", 10_000)], new Date(0))).toMatchObject({ percent: 0, leftMs: 60_000 });
  });

  it("follows the seconds that arrive, whatever the two clocks say", () => {
    const heard = { pointSequence: 0, phase: "measure", atMs: 7_000, heardAt: new Date(1_000_000) } as const;
    const points = [point(0, "running", 5_000_000)];
    // Seven seconds streamed, three more by this clock: 10 of 60 s.
    expect(runProgress(points, new Date(1_003_000), heard)).toMatchObject({ phase: "measure", leftMs: 50_000 });
    expect(runProgress(points, new Date(1_003_000), { ...heard, pointSequence: 3 })).toMatchObject({ leftMs: 60_000 });
  });

  it("leaves the ramp with the first measured second, and four seconds into a ramp of two", () => {
    const short = { ...point(0, "running", 0), spec: timing(2, 58) };
    expect(runProgress([short], new Date(4_000)).phase).toBe("measure");
    const heard = { pointSequence: 0, phase: "measure", atMs: 1_900, heardAt: new Date(4_000) } as const;
    expect(runProgress([short], new Date(4_000), heard).phase).toBe("measure");
    expect(runProgress([short], new Date(4_000), { ...heard, phase: "ramp", atMs: 1_000 }).phase).toBe("ramp");
  });
});
