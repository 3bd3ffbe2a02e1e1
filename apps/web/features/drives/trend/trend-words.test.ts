import { changesOf, forItsKind } from "@crosspoint/domain/analysis";
import { describe, expect, it } from "vitest";
import type { Trend } from "./trend.ts";
import { changesSaid, kindSaid, unshownSaid } from "./trend-words.ts";

const trendOf = (values: readonly number[], more: Partial<Trend> = {}): Trend => ({
  ...{ plans: [], chosen: undefined, loads: [], metric: "iops", better: "higher", without: 0, model: "M", series: [] },
  runs: values.map((value, at) => ({ runId: `run-${at}`, at: new Date(2026, 10, 21, 8, at), value })),
  changes: changesOf(values),
  kind: forItsKind(values.at(-1) ?? 0, [], "higher"),
  ...more,
});
const plain = (text: string | undefined) => text?.replaceAll("\u2009", " ");
const texts = (said: readonly { text: string }[]) => said.map(({ text }) => plain(text));

describe("of a change it is said", () => {
  const fallen = [1000, 1001, 999, 1000, 900, 901, 899, 900];

  it("from which run on, by how much and within what, and whether that is slower", () => {
    const [said] = changesSaid(trendOf(fallen));
    // Both levels have a standard deviation of sqrt(2 / 3); t of 99 % and six degrees of freedom is 3.7074: ±2.14 of 1000.
    expect(plain(said?.text)).toBe("From 2026-11-21 08:04:00 on: −10.0 % (−10.2 to −9.8 %), slower.");
    expect([said?.tone, plain(said?.basis)]).toEqual([
      "watch",
      "8 runs, 3 or more a level, p below 0.001, interval of 99 %",
    ]);
  });

  it("that a latency which fell is faster", () => {
    const [said] = changesSaid(trendOf(fallen, { metric: "latencyNsMean", better: "lower" }));
    expect([said?.tone, said?.text.endsWith(", faster.")]).toEqual(["none", true]);
  });

  it("nothing of levels without a spread but the change itself", () => {
    expect(texts(changesSaid(trendOf([10, 10, 10, 12, 12, 12])))).toEqual([
      "From 2026-11-21 08:03:00 on: +20.0 %, faster.",
    ]);
  });

  it("that it is noise, or that there are too few runs", () => {
    expect(texts(changesSaid(trendOf([100, 101, 99, 100, 101, 99])))).toEqual([
      "No change: the 6 runs differ by noise.",
    ]);
    expect(texts(changesSaid(trendOf([100, 1])))).toEqual(["Too few runs to tell a change from noise: 2 of 6."]);
  });
});

describe("of a drive among its kind it is said", () => {
  it("that it is slow, against what, and on what that is based", () => {
    // The example of the analysis: a median of 500, a score of -13.49.
    const said = kindSaid(trendOf([400], { kind: forItsKind(400, [510, 495, 500, 505], "higher") }));
    expect(plain(said.text)).toBe("Slow for its kind: −20.0 % against the median of 5 drives of its model, 500 IOPS.");
    expect([said.tone, plain(said.basis)]).toEqual([
      "watch",
      "the newest run of each drive, modified z-score −13.5, odd beyond 3.5 and 5 %",
    ]);
  });

  it("that it is as others, or that there are too few", () => {
    const usual = kindSaid(trendOf([500], { kind: forItsKind(500, [500, 500, 500], "higher") }));
    expect([usual.tone, usual.text.startsWith("Usual for its kind: 0")]).toEqual(["good", true]);
    expect(kindSaid(trendOf([500], { kind: forItsKind(500, [500], "higher") }))).toEqual({
      tone: "none",
      text: "Too few drives of this model (M) to say what is usual: 2 of 4 have this figure.",
    });
    expect(kindSaid(trendOf([], { kind: { kind: "tooLittle", of: "runs", needs: 1, has: 0 } })).text).toBe(
      "No run has this figure.",
    );
  });
});

it("says which runs of the plan are not shown: those without the figure, and older ones", () => {
  const of = (runs: number) => ({ plan: { plan: "p", name: "P", runs }, load: { key: "l", words: "L" } });
  const shown = trendOf([1, 2], { without: 1 });
  expect(texts(unshownSaid({ ...shown, chosen: of(3) }))).toEqual(["1 run lacks this figure."]);
  expect(texts(unshownSaid({ ...shown, without: 0, chosen: of(2) }))).toEqual([]);
  expect(texts(unshownSaid({ ...shown, chosen: of(120) }))).toEqual([
    "1 run lacks this figure.",
    "The newest 3 of 120 runs are looked at.",
  ]);
});
