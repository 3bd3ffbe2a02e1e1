import fc from "fast-check";
import { expect, it } from "vitest";
import { Literal, ScannedText } from "./literal.ts";

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b"), maxLength });

it("is where the text has all of its bytes", () => {
  let found = 0;
  fc.assert(
    fc.property(letters(12), letters(30), fc.integer({ min: -1, max: 31 }), (literal, text, at) => {
      const stands = at >= 0 && at <= text.length && text.startsWith(literal, at);
      if (stands) found += 1;
      const bytes = Buffer.from(`--${text}--`).subarray(2, 2 + text.length);
      expect(new Literal(literal).behind(new ScannedText(bytes), at)).toBe(stands ? at + literal.length : -1);
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(200);
});

it("is not found for any one byte that is another", () => {
  for (let length = 1; length < 12; length += 1) {
    const text = "x".repeat(length);
    const literal = new Literal(text);
    for (let place = 0; place < length; place += 1) {
      const bytes = Buffer.from(text);
      expect(literal.behind(new ScannedText(bytes), 0)).toBe(length);
      bytes[place] = 0x79;
      expect(literal.behind(new ScannedText(bytes), 0)).toBe(-1);
    }
  }
});
