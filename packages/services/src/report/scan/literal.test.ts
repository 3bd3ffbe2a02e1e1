import fc from "fast-check";
import { expect, it } from "vitest";
import { Literal, ScannedText } from "./literal.ts";

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b"), maxLength });

const behind = (literal: string, text: string, at: number) => {
  // A view of a part of its memory, as a body is.
  const bytes = Buffer.from(`--${text}--`).subarray(2, 2 + text.length);
  return new Literal(literal).behind(new ScannedText(bytes), at);
};

it("is where the text has all of its bytes", () => {
  fc.assert(
    fc.property(letters(12), letters(12), letters(12), (before, literal, after) => {
      expect(behind(literal, before + literal + after, before.length)).toBe(before.length + literal.length);
    }),
    { numRuns: 1000 },
  );
});

it("is nowhere else", () => {
  fc.assert(
    fc.property(letters(6), letters(30), fc.integer({ min: -1, max: 31 }), (literal, text, at) => {
      const stands = at >= 0 && at <= text.length && text.startsWith(literal, at);
      expect(behind(literal, text, at)).toBe(stands ? at + literal.length : -1);
    }),
    { numRuns: 5000 },
  );
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
