import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Supervised, supervise } from "./supervise.ts";

/** A program that runs until the test lets it end. */
class Pretended {
  readonly ended: Promise<string>;
  stopped = false;
  end: (how: string) => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.end("exit code 0");
  }
}

let starts: Pretended[];
let said: string[];
let failsToStart: boolean;
const givenUp = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  starts = [];
  said = [];
  failsToStart = false;
  givenUp.mockClear();
});
afterEach(() => void vi.useRealTimers());

const watched = (): Promise<Supervised> =>
  supervise({
    name: "worker",
    start: async () => {
      if (failsToStart) throw new Error("no room");
      const one = new Pretended();
      starts.push(one);
      return one;
    },
    say: (line) => said.push(line),
    onGivenUp: givenUp,
  });

/** Lets the newest one end by itself, and time pass. */
async function endAndWait(ms: number): Promise<void> {
  starts.at(-1)?.end("signal SIGKILL");
  await vi.advanceTimersByTimeAsync(ms);
}

describe("what is supervised", () => {
  it("is started again when it ended by itself, which is said", async () => {
    await watched();
    await endAndWait(499);
    expect(starts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(starts).toHaveLength(2);
    expect(said).toEqual([
      "! worker exited unexpectedly (signal SIGKILL). Restarting in 0.5 s (1 of at most 6 times in 10 minutes).",
      "✓ worker was restarted.",
    ]);
    expect(givenUp).not.toHaveBeenCalled();
  });

  it("waits twice as long after each end, and is given up when it ends too often", async () => {
    await watched();
    for (const seconds of [0.5, 1, 2, 4, 8, 16]) {
      const before = starts.length;
      await endAndWait(seconds * 1000 - 1);
      expect(starts).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(starts).toHaveLength(before + 1);
    }
    await endAndWait(600_000);
    expect(starts).toHaveLength(7);
    expect(givenUp).toHaveBeenCalledExactlyOnceWith(
      "worker exited unexpectedly 7 times within 10 minutes, last with signal SIGKILL.",
    );
  });

  it("is not given up for ends that are far apart", async () => {
    await watched();
    for (let hour = 0; hour < 20; hour += 1) await endAndWait(3_600_000);
    expect(starts).toHaveLength(21);
    expect(said.filter((line) => line.includes("in 0.5 s (1 of"))).toHaveLength(20);
  });

  it("is tried again when it could not be started", async () => {
    await watched();
    failsToStart = true;
    await endAndWait(500);
    failsToStart = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(starts).toHaveLength(2);
    expect(said[1]).toBe(
      "! worker could not be restarted (no room). Restarting in 1 s (2 of at most 6 times in 10 minutes).",
    );
  });

  it("stays down once it is stopped, also while it waits to be started again", async () => {
    const one = await watched();
    await one.stop();
    expect(starts[0]?.stopped).toBe(true);
    const other = await watched();
    await endAndWait(100);
    await other.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(starts).toHaveLength(2);
  });

  it("lets the first start fail as it does", async () => {
    failsToStart = true;
    await expect(watched()).rejects.toThrow("no room");
  });
});
