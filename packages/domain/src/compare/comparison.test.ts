import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandSweep } from "../plan/sweep.ts";
import { type Workload, workloadOf } from "../workload/workload.ts";
import { axisDomain, type ComparisonRow, groupByWorkload, ratiosToBaseline, selectMetric } from "./comparison.ts";

const row = (id: string, metrics: ComparisonRow["metrics"], queueDepth = 1): ComparisonRow => ({
  id,
  label: id,
  kind: "published",
  drive: id,
  workload: { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth },
  metrics,
});

const optane = row("optane", {
  iops: { value: 108_300, bound: "exact" },
  latencyNsP99999: { value: 37_000, bound: "exact" },
});
const flash = row("flash", {
  iops: { value: 12_800, bound: "exact" },
  latencyNsP99999: { value: 2_768_000, bound: "exact", samplesAbove: 7 },
});
const loose = row("loose", { iops: { value: 10_000, bound: "at_least" } }, 16);

describe("selectMetric", () => {
  it("keeps order and bounds, marks what is missing and what is thin", () => {
    expect(selectMetric([optane, flash, loose], "latencyNsP99999")).toEqual([
      { kind: "figure", row: optane, value: 37_000, bound: "exact", samplesAbove: undefined, thin: false },
      { kind: "figure", row: flash, value: 2_768_000, bound: "exact", samplesAbove: 7, thin: true },
      { kind: "missing", row: loose },
    ]);
    expect(selectMetric([loose], "iops")).toMatchObject([{ value: 10_000, bound: "at_least" }]);
  });
});

describe("axisDomain", () => {
  const domain = (values: number[], scale: "linear" | "logarithmic") =>
    axisDomain(
      selectMetric(
        values.map((value) => row("x", { iops: { value, bound: "exact" } })),
        "iops",
      ),
      scale,
    );

  it.each([
    [[12_800, 108_300], "linear", 0, 150_000],
    [[12_800, 108_300], "logarithmic", 10_000, 1_000_000],
    // A figure on a decade still needs a bar, so the axis begins a decade below it.
    [[1_000, 1_000], "logarithmic", 100, 1_000],
    [[0.5], "logarithmic", 0.1, 1],
    [[10], "linear", 0, 10],
  ] as const)("of %o, %s", (values, scale, min, max) => {
    expect(domain([...values], scale)).toEqual({ kind: "domain", min, max });
  });

  it("is empty without a figure above zero", () => {
    expect(domain([], "linear")).toEqual({ kind: "empty" });
    expect(domain([0], "logarithmic")).toEqual({ kind: "empty" });
    expect(axisDomain(selectMetric([loose], "latencyNsMean"), "linear")).toEqual({ kind: "empty" });
  });

  it("holds every figure, with a length for the smallest bar", () => {
    const values = fc.array(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.constantFrom("linear" as const, "logarithmic" as const), (figures, scale) => {
        const ends = domain(figures, scale);
        if (ends.kind === "empty") throw new Error("empty");
        expect(ends.min).toBeLessThan(Math.min(...figures));
        expect(ends.max).toBeGreaterThanOrEqual(Math.max(...figures));
      }),
    );
  });
});

describe("ratiosToBaseline", () => {
  it("divides, knows which way is better, and carries bounds", () => {
    // 108 300 / 12 800 = 8.4609; 10 000 / 12 800 = 0.78125.
    const [first, second, third] = ratiosToBaseline([optane, flash, loose], flash, "iops");
    expect(first).toMatchObject({ kind: "ratio", bound: "exact", better: true });
    expect(first?.kind === "ratio" && first.ratio).toBeCloseTo(8.4609, 4);
    expect(second).toMatchObject({ ratio: 1, better: false });
    expect(third).toMatchObject({ ratio: 0.78125, bound: "at_least", better: false });
  });

  it("calls a lower latency better, and a missing one missing", () => {
    const ratios = ratiosToBaseline([optane, loose], flash, "latencyNsP99999");
    expect(ratios).toMatchObject([{ kind: "ratio", better: true }, { kind: "missing" }]);
    expect(ratiosToBaseline([optane], loose, "latencyNsP99999")).toMatchObject([{ kind: "missing" }]);
  });
});

describe("groupByWorkload", () => {
  const keysOf = (rows: ComparisonRow[]) =>
    [...groupByWorkload(rows)].map(([key, group]) => [key, group.map(({ id }) => id)]);
  const measured = (id: string, how: Partial<Workload> = {}): ComparisonRow => {
    const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 } as const;
    const [workload] = expandSweep(sweep).map(workloadOf);
    if (workload === undefined) throw new Error("a sweep of one point");
    return { ...row(id, {}), kind: "measured", workload: { ...workload, ...how } };
  };

  it("puts published rows together by what they state", () => {
    expect(keysOf([optane, loose, flash])).toEqual([
      ["random-read-4k-qd1", ["optane", "flash"]],
      ["random-read-4k-qd16", ["loose"]],
    ]);
  });

  it("lets a published row stand beside every measured one that agrees with it, fresh and steady apart", () => {
    const fresh = measured("fresh");
    const steady = measured("steady", { precondition: ["purge", "fill:random:2"], steady: true });
    expect(keysOf([fresh, steady, measured("again"), optane, loose])).toEqual([
      ["random-read-4k-qd1", ["fresh", "again", "optane"]],
      ["random-read-4k-qd1-after(purge+fill:random:2)-steady", ["steady", "optane"]],
      ["random-read-4k-qd16", ["loose"]],
    ]);
  });
});
