import { describe, expect, it } from "vitest";
import { notesOf } from "../../../charts/prepare/plot-reading.ts";
import { type DifferenceCell, differencesByKey, reachOf } from "../model/difference-cells.ts";
import { layoutOf } from "../model/families.ts";
import { matrixOf } from "../model/matrix.ts";
import { prepareDifferenceCurves } from "./difference-curves.ts";

const sure: DifferenceCell = {
  ...{ kind: "difference", point: 1, series: 0, verdict: "slower", percent: -12, confidence: 0.99 },
  ...{ interval: { low: -14, high: -10 }, basis: "60 against 60 intervals" },
};
const unsure: DifferenceCell = {
  ...{ kind: "tooLittle", point: 0, series: 0, percent: 3, reason: "0 of 4 runs a side" },
};
// The server names places by its own order of series, the page by keys.
const answer = { points: ["qd1", "qd2", "qd4"], series: ["b", "a"], cells: [sure, unsure] };

describe("differencesByKey", () => {
  it("finds a cell by point and series, in whatever order the page has them", () => {
    const at = differencesByKey(answer);
    expect(at("qd2", "b")).toBe(sure);
    expect(at("qd2", "a")).toBeUndefined();
  });

  it("draws all intervals of a table on one scale, which noise does not fill", () => {
    expect(reachOf([sure])).toBe(14);
    expect(reachOf([unsure])).toBe(10);
  });
});

describe("prepareDifferenceCurves", () => {
  it("fades noise, and calls it nothing but noise", () => {
    const noise = { ...sure, verdict: "noise", percent: 0.2, interval: { low: -1, high: 1.5 } } as const;
    const workload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 1 } as const;
    const load = { pattern: "random", readPercent: 100, depth: 1, threads: 1, direction: "read", workload } as const;
    const points = ["qd1", "qd2", "qd4"].map((key) => ({ ...load, key, words: key }));
    const series = ["a", "b"].map((id) => ({
      ...{ id, name: id, detail: undefined, color: "red", isPublished: false, runs: "", source: "" },
    }));
    const matrix = matrixOf({ points, cells: [], reasons: [] }, series);
    const family = { key: "f", title: "reads", axis: "depth", places: [{ point: 1, x: 2 }] } as const;
    const [to] = prepareDifferenceCurves(matrix, [family], {
      ...{ metric: "iops", baseline: 0, cellOf: differencesByKey({ ...answer, cells: [noise] }) },
    });
    const plot = to?.prepare();
    const point = plot?.series[0]?.points[0];
    expect(point?.thin).toBe(true);
    expect(plot && point && notesOf(plot, point).filter((note) => /indicative/.test(note))).toEqual([]);
    expect(point?.details?.[0]).toMatch(/^noise, /);
  });

  it("draws differences with their intervals around the baseline's zero, faded where they are not tested", () => {
    const series = ["a", "b"].map((id) => ({
      ...{ id, name: id, detail: undefined, color: "red", isPublished: false, runs: "", source: "" },
    }));
    const points = [1, 2, 4].map((depth) => ({
      ...{ key: `qd${depth}`, words: `QD${depth}`, direction: "read" as const, pattern: "random", readPercent: 100 },
      ...{ depth, threads: 1 },
      workload: { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: depth } as const,
    }));
    const matrix = matrixOf({ points, cells: [], reasons: [] }, series);
    const cellOf = differencesByKey(answer);
    const [to] = prepareDifferenceCurves(matrix, layoutOf(points).families, { metric: "iops", baseline: 0, cellOf });
    expect([to?.title, to?.names]).toEqual(["Difference of IOPS: 4\u2009KiB random read", ["b"]]);
    const plot = to?.prepare();
    expect(plot?.y).toMatchObject({
      title: "IOPS, difference from the baseline (%)",
      from: expect.closeTo(-15, 9),
      to: expect.closeTo(4, 9),
    });
    expect(
      plot?.series.map(({ id, points: drawn }) => [id, drawn.map(({ y, low, high, thin }) => [y, low, high, thin])]),
    ).toEqual([
      [
        "b",
        [
          [3, undefined, undefined, true],
          [-12, -14, -10, undefined],
          [null, undefined, undefined, undefined],
        ],
      ],
    ]);
  });
});
