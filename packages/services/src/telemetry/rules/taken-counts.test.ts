import fc from "fast-check";
import { expect, it } from "vitest";
import { stretchesLimit, TakenCounts } from "./taken-counts.ts";

function taking(counts: readonly number[], before: readonly bigint[] = []) {
  const taken = TakenCounts.read(before);
  return { fresh: counts.map((count) => taken.take(count)), pairs: taken.pairs().map(Number), changed: taken.changed };
}

it.each([
  ["in order", [7, 8, 9], [7, 9]],
  ["with a gap", [7, 9], [7, 7, 9, 9]],
  ["with a gap that is filled later", [7, 9, 8], [7, 9]],
  ["backwards", [9, 8, 7], [7, 9]],
  ["before everything", [7, 3], [3, 3, 7, 7]],
  ["after a start anew, far ahead", [7, 65_543, 8], [7, 8, 65_543, 65_543]],
])("keeps stretches of what was taken: %s", (_, counts, pairs) => {
  expect(taking(counts)).toEqual({ fresh: counts.map(() => true), pairs, changed: true });
});

it("takes nothing twice, and says whether there is anything to write", () => {
  expect(taking([5, 6, 9], [5n, 9n])).toEqual({ fresh: [false, false, false], pairs: [5, 9], changed: false });
  expect(taking([4, 4, 10], [5n, 9n])).toEqual({ fresh: [true, false, true], pairs: [4, 10], changed: true });
});

it("counts to the largest number that JSON carries", () => {
  expect(taking([Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER]).fresh).toEqual([true, true, false]);
});

it("forgets the oldest stretch where there are too many, and never the newest", () => {
  const odd = Array.from({ length: stretchesLimit + 1 }, (_, index) => 2 * index + 1);
  const { pairs } = taking(odd);
  expect(pairs).toHaveLength(2 * stretchesLimit);
  expect([pairs[0], pairs.at(-1)]).toEqual([3, odd.at(-1)]);
});

it("is a set of numbers, whatever their order, also when it is stored in between", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 60 }))), (reports) => {
      const known = new Set<number>();
      let stored: bigint[] = [];
      for (const counts of reports) {
        const taken = TakenCounts.read(stored);
        for (const count of counts) {
          expect(taken.take(count)).toBe(!known.has(count));
          known.add(count);
        }
        stored = taken.pairs();
      }
    }),
  );
});
