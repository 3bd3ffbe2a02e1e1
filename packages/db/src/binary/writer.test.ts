import fc from "fast-check";
import { expect, it } from "vitest";
import { BinaryWriter } from "./writer.ts";

function written(write: (writer: BinaryWriter) => void): string {
  const writer = new BinaryWriter(64);
  write(writer);
  return writer.written().toString("hex");
}

/** With groups of zeros, and of nines, in all places. */
const whole = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(15).map((zeros) => 10 ** zeros),
  fc.nat(15).map((nines) => 10 ** nines - 1),
  fc.constantFrom(0, 9999, 10_000, 100_000_001, Number.MAX_SAFE_INTEGER),
);

it("writes a whole number as it writes its digits", () => {
  fc.assert(
    fc.property(whole, (value) => {
      expect(written((writer) => writer.numericWhole(value))).toBe(
        written((writer) => writer.numericText(String(value))),
      );
    }),
    { numRuns: 1000 },
  );
});

it.each([-1, 0.5, 2 ** 53, Number.NaN])("refuses %d, which is no counter that is exact", (value) => {
  expect(() => written((writer) => writer.numericWhole(value))).toThrow(RangeError);
});
