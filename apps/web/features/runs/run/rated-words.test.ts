import { describe, expect, it } from "vitest";
import { chosenWords, countWords, type JudgedFigure, measuredWords, ratedWords, verdictWords } from "./rated-words";

type Figure = JudgedFigure["figure"];
const plain = (text: string) => text.replaceAll("\u2009", " ");
const figure = (changes: Partial<Figure>): Figure => ({
  key: "k",
  label: "K",
  metric: "iops",
  unit: "iops",
  value: 550_000,
  bound: "exact",
  workload: {},
  ...changes,
});
const latency = { metric: "latencyNsP99999", unit: "ns", value: 150_000 } as const;

describe("ratedWords", () => {
  it.each<[Partial<Figure>, string]>([
    [{}, "≥ 550,000 IOPS"],
    [{ bound: "at_most" }, "up to 550,000 IOPS"],
    [{ metric: "bytesPerSecond", unit: "bytes/s", value: 2.4e9 }, "≥ 2,400 MB/s"],
    [latency, "≤ 150 µs"],
    [{ ...latency, bound: "just_under", value: 10_000 }, "< 10 µs"],
  ])("of %o is %s", (changes, words) => {
    expect(plain(ratedWords(figure(changes)))).toBe(words);
  });
});

it("says what a sheet leaves open", () => {
  const stated = { pattern: "random", blockBytes: 4096, readPercent: 100, queueDepth: 16 } as const;
  expect(plain(chosenWords(figure({ workload: stated })))).toBe("Not stated, measured at: 1 thread");
  expect(chosenWords(figure({ workload: { ...stated, threads: 1 } }))).toBe("");
});

describe("verdictWords", () => {
  const missed = (worsePercent: number) =>
    plain(verdictWords({ verdict: { kind: "missed", measured: 1, worsePercent, sequence: 0 } }).word);
  it("says by how much a figure was missed, and never by nothing", () => {
    expect([missed(10.04), missed(0.26), missed(0.004), missed(0)]).toEqual([
      "Missed by 10 %",
      "Missed by 0.3 %",
      "Missed by less than 0.1 %",
      "Missed by less than 0.1 %",
    ]);
  });

  it("says by how much a figure was met, where that is more than nothing", () => {
    const met = (betterPercent: number) =>
      verdictWords({ verdict: { kind: "met", measured: 1, betterPercent, sequence: 0 } });
    expect(met(12.3)).toEqual({ word: "Met", reason: "12\u2009% better than rated" });
    expect(met(0.04)).toEqual({ word: "Met" });
    expect(measuredWords(figure({ ...latency, workload: { queueDepth: 16 } }))).toBe("p99.999 latency, QD16");
  });

  it("gives the reason where there is no verdict", () => {
    expect(verdictWords({ verdict: { kind: "notMeasured", reason: "It failed." } })).toEqual({
      word: "Not measured",
      reason: "It failed.",
    });
  });
});

it("counts only what there is", () => {
  const met = { verdict: { kind: "met", measured: 1, betterPercent: 0, sequence: 0 } } as const;
  const none = { verdict: { kind: "notMeasured", reason: "" } } as const;
  expect(countWords([met, none, met])).toBe("2 met, 1 not measured");
});
