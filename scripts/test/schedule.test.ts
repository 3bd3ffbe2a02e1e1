import { describe, expect, it } from "vitest";
import { type Outcome, runTasks, type Task } from "./schedule.ts";

const passed: Outcome = { result: "passed" };

/** Tasks that end when they are told to, and a record of what began and ended. */
class Parts {
  readonly record: string[] = [];
  readonly #ends = new Map<string, (outcome: Outcome) => void>();
  readonly stop = new AbortController();

  task(name: string, cores: number, after: string[] = []): Task {
    const run = (signal: AbortSignal) =>
      new Promise<Outcome>((resolve) => {
        this.#ends.set(name, resolve);
        signal.addEventListener("abort", () => resolve({ result: "failed", why: "stopped" }));
      });
    return { name, cores, after, run };
  }

  run(tasks: readonly Task[], cores = 2) {
    return runTasks(tasks, {
      cores,
      signal: this.stop.signal,
      onStart: (name) => this.record.push(`+${name}`),
      onEnd: ({ name, outcome }) => this.record.push(`-${name} ${outcome.result}`),
    });
  }

  async end(name: string, outcome: Outcome = passed): Promise<void> {
    const end = this.#ends.get(name);
    if (!end) throw new Error(`${name} does not run; so far: ${this.record.join(" ")}`);
    end(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("tasks side by side", () => {
  it("begin in their order while the processors suffice, a small one past one that does not fit", async () => {
    const parts = new Parts();
    const all = parts.run([parts.task("unit", 1), parts.task("browser", 1.5), parts.task("agent", 0.5)]);
    expect(parts.record).toEqual(["+unit", "+agent"]);
    await parts.end("unit");
    expect(parts.record.slice(2)).toEqual(["-unit passed", "+browser"]);
    await parts.end("agent");
    await parts.end("browser");
    expect((await all).map(({ name }) => name)).toEqual(["unit", "browser", "agent"]);
  });

  it("begin alone if they want more than there is", async () => {
    const parts = new Parts();
    const all = parts.run([parts.task("accuracy", 2), parts.task("unit", 1)], 1);
    expect(parts.record).toEqual(["+accuracy"]);
    await parts.end("accuracy");
    expect(parts.record.slice(1)).toEqual(["-accuracy passed", "+unit"]);
    await parts.end("unit");
    await all;
  });

  it("begin after what they need, and not if that failed or was skipped", async () => {
    const parts = new Parts();
    const needsBoth = parts.task("kills", 1, ["agent binaries", "pages"]);
    const all = parts.run([
      needsBoth,
      parts.task("agent binaries", 1),
      parts.task("pages", 1),
      parts.task("proxy", 1, ["pages"]),
    ]);
    expect(parts.record).toEqual(["+agent binaries", "+pages"]);
    await parts.end("agent binaries", { result: "failed" });
    expect(parts.record.slice(2)).toEqual(["-agent binaries failed", "-kills failed"]);
    await parts.end("pages", { result: "skipped", why: "no Next.js" });
    const [kills, , , proxy] = await all;
    expect(kills?.outcome).toEqual({ result: "failed", why: "agent binaries failed" });
    expect(proxy?.outcome).toEqual({ result: "skipped", why: "no Next.js" });
  });

  it("do not wait for what nobody does", async () => {
    const parts = new Parts();
    await expect(parts.run([parts.task("proxy", 1, ["pages"])])).rejects.toThrow("these are waiting: proxy");
  });

  it("go on when another fails, or throws", async () => {
    const parts = new Parts();
    const throws: Task = { ...parts.task("unit", 1), run: () => Promise.reject(new Error("no such program")) };
    const all = parts.run([throws, parts.task("agent", 1)]);
    await parts.end("agent");
    expect((await all).map(({ outcome }) => outcome)).toEqual([
      { result: "failed", why: "Error: no such program" },
      passed,
    ]);
  });

  it("are told when all is stopped, and none begins after", async () => {
    const parts = new Parts();
    const all = parts.run([parts.task("unit", 2), parts.task("agent", 2)]);
    parts.stop.abort();
    const outcomes = (await all).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      { result: "failed", why: "stopped" },
      { result: "skipped", why: "stopped before it began" },
    ]);
    expect(parts.record).not.toContain("+agent");
  });
});
