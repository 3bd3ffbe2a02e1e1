import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareSpread, spreadPlot, type ValueCount } from "./spread.ts";

const part = (counts: readonly ValueCount[], label = "Drives") => ({ label, color: "red", counts });

describe("prepareSpread", () => {
  it("counts each value into the bin that holds it, and keeps empty bins between", () => {
    const counts = [
      { value: 30, count: 2 },
      { value: 34, count: 1 },
      { value: 40, count: 5 },
    ];
    expect(prepareSpread([part(counts)], { width: 5 }).bins).toEqual([
      { from: 30, to: 35, counts: [3] },
      { from: 35, to: 40, counts: [0] },
      { from: 40, to: 45, counts: [5] },
    ]);
  });

  it("reaches as far as its marks, each in the bin that its value falls into", () => {
    const mark = (value: number) => ({ value, label: `limit ${value}`, color: "red" });
    const counts = [{ value: 30, count: 2 }];
    const spread = prepareSpread([part(counts)], { width: 5, marks: [mark(36), mark(50)] });
    expect(spread.bins.map(({ from }) => from)).toEqual([30, 35, 40, 45, 50]);
    expect(spread.marks.map(({ label, bin }) => [label, bin.from])).toEqual([
      ["limit 36", 35],
      ["limit 50", 50],
    ]);
    expect(prepareSpread([part(counts)], { width: 5, marks: [mark(20)] }).marks, "below all that there is").toEqual([]);
    expect(prepareSpread([part([])], { width: 5, marks: [mark(36)] }).bins).toEqual([]);
  });

  it("gathers everything past the end in an open bin", () => {
    const { bins } = prepareSpread(
      [
        part([
          { value: 104, count: 1 },
          { value: 255, count: 2 },
        ]),
      ],
      { width: 50, first: 0, openFrom: 100 },
    );
    expect(bins).toEqual([
      { from: 0, to: 50, counts: [0] },
      { from: 50, to: 100, counts: [0] },
      { from: 100, to: undefined, counts: [3] },
    ]);
  });

  it("is empty without a count", () => {
    expect(prepareSpread([part([])], { width: 5 })).toMatchObject({ bins: [], total: 0 });
  });

  it("loses no drive", () => {
    const counts = fc.array(fc.record({ value: fc.integer({ min: 0, max: 255 }), count: fc.nat(1000) }));
    fc.assert(
      fc.property(counts, (each) => {
        const total = each.reduce((sum, { count }) => sum + count, 0);
        return prepareSpread([part(each)], { width: 10, first: 0, openFrom: 100 }).total === total;
      }),
    );
  });

  it("keeps parts apart, and draws no part that has none; a bin with any leads to its range", () => {
    const spread = prepareSpread(
      [part([{ value: 70, count: 2 }], "below"), part([{ value: 71, count: 1 }], "warning"), part([], "critical")],
      { width: 2, openFrom: 72 },
    );
    expect(spread).toMatchObject({
      total: 3,
      table: {
        rows: [
          [70, 72, 2, 1, 0],
          [72, undefined, 0, 0, 0],
        ],
      },
    });
    const { series, stacked } = spreadPlot({ spread, title: "Drives", axisTitle: "°C" });
    expect(stacked).toBe(true);
    expect(series.map(({ label, points }) => [label, points.map(({ y, id }) => [y, id])])).toEqual([
      [
        "below",
        [
          [2, "70-71"],
          [0, undefined],
        ],
      ],
      ["warning", [[1, "70-71"]]],
    ]);
  });
});
