import { describe, expect, it } from "vitest";
import { columnUnit, whyNone } from "./column-units.ts";
import type { Result } from "./results.ts";

const result = (latencyNsMean: number | undefined) => ({ latencyNsMean }) as Result;

describe("columnUnit", () => {
  it("is one for all rows, that of their middle", () => {
    // 8.9 µs and 2.3 ms: the middle of their logarithms is 143 µs.
    expect(columnUnit("mean", [result(8_900), result(2_300_000)])).toBe("µs");
    expect(columnUnit("mean", [result(800), result(900)])).toBe("ns");
  });

  it("is none where no figure stands: too few samples, or nothing completed", () => {
    expect(columnUnit("mean", [result(undefined)])).toBeUndefined();
    const tooFew = { kind: "tooFewSamples", percentile: "99.999", totalCount: 30_000, samplesNeeded: 100_000 } as const;
    expect(columnUnit("p99.999", [{ percentiles: [tooFew] } as unknown as Result])).toBeUndefined();
  });
});

describe("whyNone", () => {
  const timed = { engine: "io_uring", ending: { kind: "duration" } };
  const of = (operations: number, spec: object = timed) =>
    ({ operations, point: { spec, directions: [{ operations }] } }) as unknown as Result;

  it("says that nothing completed only where nothing did", () => {
    expect([whyNone("mean", of(0)), whyNone("cpu", of(0))]).toEqual(["nothing completed", "nothing completed"]);
    expect(whyNone("max", of(10_199))).toBe("not recorded");
  });

  it("says of CPU time why it is not known", () => {
    expect(whyNone("cpu", of(10_199))).toBe("CPU time was not recorded");
    const polled = { ...timed, engine: "io_uring+sqpoll" };
    expect(whyNone("cpu", of(10_199, polled))).toBe("the time of the kernel thread that submits is not known");
    const steady = { ...timed, ending: { kind: "steadyState" } };
    expect(whyNone("cpu", of(10_199, steady))).toBe("CPU time is that of all rounds, the I/Os those of the last");
  });
});
