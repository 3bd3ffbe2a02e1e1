import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComparedDrive, findOddOnes } from "./odd-ones.ts";

const drives = (...values: (number | undefined)[]): ComparedDrive[] =>
  values.map((value, index) => ({
    id: `drive-${index}`,
    figures: value === undefined ? [] : [{ key: "iops", label: "IOPS", value, negligible: { percent: 5 } }],
  }));
const odd = (...values: (number | undefined)[]) => {
  const found = findOddOnes(drives(...values));
  if (found.kind !== "compared") throw new Error("there are too few");
  return found.odd;
};

describe("findOddOnes", () => {
  it("names the drive, and by how much", () => {
    // Median 505, absolute deviations 5 5 3 1 1 305: median 4; 0.6745 × 305 / 4 = 51.4.
    expect(odd(500, 510, 508, 504, 506, 200)).toMatchObject([{ driveId: "drive-5", value: 200, median: 505 }]);
    const [found] = odd(500, 510, 508, 504, 506, 200);
    expect(found?.score).toBeCloseTo(-51.43, 2);
    expect(found?.differencePercent).toBeCloseTo(-60.4, 1);
  });

  it("says nothing of fewer than four drives, nor of a figure that fewer than four have", () => {
    expect(findOddOnes(drives(1, 2, 100))).toEqual({ kind: "tooFew", drives: 3 });
    expect(findOddOnes(drives(1, 2, 100, undefined))).toEqual({ kind: "tooFew", drives: 3 });
    expect(findOddOnes(drives(undefined, undefined, undefined, undefined))).toEqual({ kind: "tooFew", drives: 0 });
    expect(findOddOnes(drives(5, 5, 5, 5, undefined))).toEqual({ kind: "compared", drives: 4, figures: 1, odd: [] });
  });

  it("finds the one that differs from others that are all equal, and none where all are", () => {
    expect(odd(500, 500, 500, 500, 400)).toMatchObject([{ driveId: "drive-4", score: null, differencePercent: -20 }]);
    expect(odd(500, 500, 500, 500)).toEqual([]);
  });

  it("draws the line at a score of 3.5", () => {
    // Median 5, median deviation 1: 0.6745 × 5 = 3.37, and 0.6745 × 6 = 4.05.
    expect(odd(4, 5, 6, 4, 6, 5, 5, 10)).toEqual([]);
    expect(odd(4, 5, 6, 4, 6, 5, 5, 11)).toHaveLength(1);
  });

  it("leaves alone what is too little to matter", () => {
    expect(odd(1000, 1001, 1002, 1003, 1040)).toEqual([]);
    expect(odd(1000, 1001, 1002, 1003, 1060)).toHaveLength(1);
  });

  it("names no drive twice for a figure, none of equals, and the same whatever their order", () => {
    const values = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.5, max: 1000, noNaN: true }), (list, factor) => {
        const found = findOddOnes(drives(...list));
        if (found.kind !== "compared") throw new Error("there are four");
        expect(found.odd.length).toBeLessThan(list.length / 2);
        const reversed = findOddOnes(drives(...list).toReversed());
        const ids = (result: typeof found) => result.odd.map(({ driveId }) => driveId).toSorted();
        expect(reversed.kind === "compared" && ids(reversed)).toEqual(ids(found));
        // One that is very far from all others is never missed.
        const far = findOddOnes(drives(...list.map(() => factor), factor * 1000));
        expect(far.kind === "compared" && far.odd.map(({ driveId }) => driveId)).toEqual([`drive-${list.length}`]);
      }),
    );
  });
});
