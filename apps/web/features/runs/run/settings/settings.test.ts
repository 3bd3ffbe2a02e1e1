import type { EachStep } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import type { Run } from "../run-detail";
import { complete, measuredRun } from "../testing/measured-run";
import { tailPlot, throughputPlot } from "./prepare-settings";
import { hasWatts, settingSweeps } from "./setting-sweeps";

const load = { kind: "sweep", pattern: "random", blockBytes: 4096, threads: 1, durationSeconds: 60 } as const;
const each: EachStep = {
  kind: "each",
  setting: "powerState",
  values: [0, 1, 2],
  steps: [
    { ...load, readPercent: 100, queueDepth: 16 },
    { ...load, readPercent: 0, queueDepth: 16 },
  ],
};
const power = (watts: readonly number[]) =>
  watts.map((each, value) => ({ setting: "powerState" as const, value, maxPowerMilliwatts: each * 1000 }));

/** Reads at 1,000 IOPS, writes at 500, of 2,000 s; the writes of state 1 failed. */
function swept(watts: readonly number[]) {
  const run = measuredRun([each], ({ spec }) =>
    spec.readPercent === 0 && spec.settings?.powerState === 1
      ? { state: "failed" }
      : complete({
          direction: spec.readPercent === 100 ? "read" : "write",
          iops: spec.readPercent === 100 ? 1000 : 500,
        }),
  );
  const [only] = settingSweeps({ ...run, report: { ...run.report, powerOfSettings: power(watts) } } as Run);
  if (only === undefined) throw new Error("The plan goes through a setting.");
  return only;
}

describe("settingSweeps", () => {
  it("has each load at every value, from the fewest watts to the most", () => {
    const sweep = swept([25, 18, 12]);
    expect(sweep.values).toEqual([
      { value: 2, watts: 12 },
      { value: 1, watts: 18 },
      { value: 0, watts: 25 },
    ]);
    expect(sweep.loads.map(({ name }) => name.replaceAll("\u2009", " "))).toEqual([
      "4 KiB random read, QD16",
      "4 KiB random write, QD16",
    ]);
    expect(sweep.loads[1]?.points.map((point) => point?.spec.settings?.powerState)).toEqual([2, undefined, 0]);
  });

  it("keeps the order of the plan where values share their watts, or have none", () => {
    for (const watts of [[25, 25, 12], [], [25, 12]]) {
      const { values } = swept(watts);
      expect(hasWatts(values)).toBe(false);
      expect(values.map(({ value }) => value)).toEqual([0, 1, 2]);
    }
  });
});

describe("the plots of a setting", () => {
  it("stand on watts where each value has its own, with a gap where a load has no result", () => {
    const plot = throughputPlot(swept([25, 18, 12]), String);
    expect(plot.title).toBe("Throughput by power state, in watts");
    expect(plot.series.map(({ dash }) => dash !== undefined)).toEqual([false, true]);
    expect(plot.series[1]?.points).toEqual([
      { x: 12, y: 500 * 4096 },
      { x: 18, y: null, gap: "No result at this value." },
      { x: 25, y: 500 * 4096 },
    ]);
    expect(plot.table.rows).toEqual([
      [2, 12, 1000 * 4096, 500 * 4096],
      [1, 18, 1000 * 4096, undefined],
      [0, 25, 1000 * 4096, 500 * 4096],
    ]);
  });

  it("name the directions of a mix, and draw the tail of each", () => {
    const mix: EachStep = { ...each, values: [0], steps: [{ ...load, readPercent: 70, queueDepth: 16 }] };
    const reads = complete({ direction: "read", iops: 700 });
    const writes = complete({ direction: "write", iops: 300 });
    const directions = [...(reads.directions ?? []), ...(writes.directions ?? [])];
    const run = measuredRun([mix], () => ({ ...reads, directions }));
    const [sweep] = settingSweeps({ ...run, report: { ...run.report, powerOfSettings: [] } } as Run);
    if (sweep === undefined) throw new Error("The plan goes through a setting.");
    const plain = ({ series }: ReturnType<typeof tailPlot>) =>
      series.map(({ label, dash }) => [label.replaceAll("\u2009", " "), dash !== undefined]);
    expect(plain(throughputPlot(sweep, String))).toEqual([
      ["4 KiB random 70/30 read/write, QD16: reads and writes", false],
    ]);
    const tails = tailPlot(sweep, "99", String);
    expect(plain(tails)).toEqual([
      ["4 KiB random 70/30 read/write, QD16: reads", false],
      ["4 KiB random 70/30 read/write, QD16: writes", true],
    ]);
    expect(tails.table.header.slice(2).map((head) => String(head).endsWith(": latency_p99_ns"))).toEqual([true, true]);
  });

  it("stand on the values where watts are not known, and have no tail of too few I/Os", () => {
    const plot = tailPlot(swept([]), "99.9", String);
    expect(plot.x).toMatchObject({ scale: "category", categories: ["PS0", "PS1", "PS2"] });
    expect(plot.series[0]?.points[0]).toEqual({ x: 0, y: null, gap: "Too few I/Os for p99.9." });
  });
});
