import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { simulator } from "@crosspoint/domain/analysis/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { contextOf } from "../testing/fleet.ts";
import { differencesInput, getDifferences } from "./differences.ts";
import { addRun, type TestPoint } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const differences = (input: z.input<typeof differencesInput>) =>
  getDifferences(contextOf(test.db, "viewer"), differencesInput.parse(input));

/** A run of one point whose seconds are these, and whose figure is their mean. */
function runOf(seconds: readonly number[], more: TestPoint = {}) {
  const iops = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
  return addRun(test.db, { points: [{ iops, seconds, ...more }] });
}

const pairs = 100;

describe("of simulated runs of one drive, whose seconds are stored", () => {
  it("calls two like ones noise, and finds one that is a tenth slower, in at least 95 of 100", async () => {
    // A drive that spreads by 1.5 % from run to run, with seconds that hang together.
    const { run, gauss } = simulator(11);
    const simulated = (mean: number) =>
      run({ seconds: 60, mean: mean * (1 + 0.015 * gauss()), spread: 0.03, correlation: 0.3 });
    const count = { noise: 0, slower: 0, noiseByLatency: 0, slowerByLatency: 0 };
    for (let pair = 0; pair < pairs; pair += 1) {
      const ids = await Promise.all([1e5, 1e5, 0.9e5].map((mean) => runOf(simulated(mean))));
      const series = ids.map((id) => `run:${id}`);
      const verdicts = async (metric: "iops" | "latencyNsMean") => {
        const { cells } = await differences({ series, baseline: series[0] ?? "", metric });
        return cells.map((cell) => (cell.kind === "difference" ? cell.verdict : cell.reason));
      };
      const [like, slowed] = await verdicts("iops");
      const [likeByLatency, slowedByLatency] = await verdicts("latencyNsMean");
      count.noise += Number(like === "noise");
      count.slower += Number(slowed === "slower");
      count.noiseByLatency += Number(likeByLatency === "noise");
      count.slowerByLatency += Number(slowedByLatency === "slower");
    }
    console.log("Of 100 pairs:", JSON.stringify(count));
    for (const [verdict, found] of Object.entries(count)) expect([verdict, found >= 95]).toEqual([verdict, true]);
  }, 120_000);
});

describe("differences", () => {
  it("compare the runs themselves from four a side on, in every metric", async () => {
    const tagged = (tag: string, iops: number) =>
      addRun(test.db, { tags: [tag], plan: { id: "repeated" }, points: [{ iops }] });
    for (const iops of [100, 101, 102, 103, 104]) await tagged("before", iops);
    for (const iops of [110, 111, 112, 113, 114]) await tagged("after", iops);
    const series = ["group:tag:before:repeated", "group:tag:after:repeated"];
    const { cells } = await differences({ series, baseline: series[0] ?? "", metric: "iops" });
    // As the analysis has it of these ten values: the middle one of their quotients is 112 / 102.
    expect(cells).toMatchObject([{ kind: "difference", verdict: "faster", percent: expect.closeTo(1000 / 102, 6) }]);
    expect(cells[0]).toMatchObject({
      basis: expect.stringMatching(/^5 runs against 5: Hodges-Lehmann shift of logarithms/),
    });
    const { cells: tails } = await differences({ series, baseline: series[0] ?? "", metric: "latencyNsP99" });
    expect(tails).toMatchObject([{ kind: "difference", verdict: "noise", percent: 0 }]);
  });

  it("say what is too little: a percentile of single runs, seconds that are too few, a figure from a source", async () => {
    const [a, b] = [await runOf(Array(60).fill(1000)), await runOf(Array(20).fill(900))];
    const published = "published:anandtech-p4800x-375gb:Intel Optane SSD DC P4800X 375GB";
    const series = [`run:${a}`, `run:${b}`, published];
    const reasons = async (metric: "iops" | "latencyNsP99") =>
      (await differences({ series, baseline: series[0] ?? "", metric })).cells.map((cell) =>
        cell.kind === "tooLittle" ? [Math.round(cell.percent), cell.reason] : cell.verdict,
      );
    expect(await reasons("iops")).toEqual([
      [-10, "Too few intervals: 20 of 30."],
      [10730, "A source gives no repeats: how sure its figure is, is not known."],
    ]);
    const withoutSeconds = `run:${await addRun(test.db, { points: [{ iops: 1000 }] })}`;
    const own = { series: [series[0] ?? "", withoutSeconds], baseline: series[0] ?? "", metric: "iops" as const };
    expect((await differences(own)).cells).toMatchObject([
      { reason: "1 of 4 runs a side, and one without seconds, which could stand in for them." },
    ]);
    expect(await reasons("latencyNsP99")).toEqual([
      [0, "1 of 4 runs a side: seconds cannot stand in for them in this metric."],
      [0, "A source gives no repeats: how sure its figure is, is not known."],
    ]);
  });

  it("are of the mean latency of all operations, as the figures are, not of the mean of the seconds' means", async () => {
    // Bursts here and there: in one of them 100,000 operations take 10 µs each, in a slow second 1,000 take 1 ms.
    const seconds = Array.from({ length: 60 }, (_, at) => (Math.sin(1000 * (at + 1)) > 0 ? 100_000 : 1000));
    const bursts = await runOf(seconds);
    const even = await runOf(Array(60).fill(seconds.reduce((sum, each) => sum + each, 0) / 60));
    const series = [`run:${bursts}`, `run:${even}`];
    const { cells } = await differences({ series, baseline: series[0] ?? "", metric: "latencyNsMean" });
    expect(cells).toMatchObject([{ kind: "difference", verdict: "noise", percent: expect.closeTo(0, 1) }]);
  });

  it("look at the last rounds alone of a point that ended when they were steady, as its figures do", async () => {
    const criterion = { roundSeconds: 12, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
    const steady = { iops: 1003, spec: { ending: { kind: "steadyState", tracked: "iops", ...criterion } } } as const;
    // The helper's points are of a minute: the last five rounds.
    const last = Array.from({ length: 60 }, (_, at) => 1000 + (at % 7));
    const fresh = last.map((each) => 3 * each);
    const series = [await runOf([...last, ...last], steady), await runOf([...fresh, ...last], steady)].map(
      (runId) => `run:${runId}`,
    );
    const of = async (metric: "iops" | "iopsPerCpu") =>
      (await differences({ series, baseline: series[0] ?? "", metric })).cells;
    expect(await of("iops")).toMatchObject([{ verdict: "noise", percent: expect.closeTo(0, 9) }]);
    // The CPU time that is known is that of all rounds.
    expect(await of("iopsPerCpu")).toEqual([]);
  });

  it("leave out the warm-up and what arrived of a point's last moment, and add up both directions of a mix", async () => {
    const mix = { spec: { readPercent: 50 } };
    const seconds = Array.from({ length: 60 }, (_, at) => 1000 + (at % 7));
    const [a, b] = [await runOf(seconds, mix), await runOf(seconds, mix)];
    for (const runId of [a, b]) {
      const rows = await test.db.pointSecond.findMany({ where: { runId } });
      await test.db.pointSecond.createMany({
        data: rows.flatMap((row) => [
          { ...row, direction: "write" as const, operations: runId === a ? 3n * row.operations : row.operations },
          { ...row, ramp: true, operations: runId === a ? 1n : 9000n },
        ]),
      });
      const last = { ...rows[0], second: 60, elapsedNs: 1_000_000n, operations: 1_000_000n };
      await test.db.pointSecond.createMany({ data: last as (typeof rows)[number] });
    }
    const series = [`run:${a}`, `run:${b}`];
    const { points, cells } = await differences({ series, baseline: series[0] ?? "", metric: "iops" });
    expect(points.map((key) => key.split("~").at(-1))).toEqual(["read", "write", "both"]);
    // Of 1 + 3 against 1 + 1: reads are alike, writes a third, both together a half.
    const percents = cells.map((cell) =>
      cell.kind === "difference" ? [cell.verdict, Math.round(cell.percent)] : cell,
    );
    expect(percents).toEqual([
      ["noise", 0],
      ["slower", -67],
      ["slower", -50],
    ]);
  });
});
