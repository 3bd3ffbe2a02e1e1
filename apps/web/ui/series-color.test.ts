import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seriesColor, seriesColors } from "./series-color";

describe("seriesColors", () => {
  it("gives a lone series the colour it has everywhere", () => {
    fc.assert(fc.property(fc.string(), (id) => seriesColors([id]).get(id) === seriesColor(id)));
  });

  it("gives up to eight series eight colours, whatever their order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }), (ids) => {
        const colors = seriesColors(ids);
        expect(new Set(colors.values()).size).toBe(ids.length);
        expect(seriesColors(ids.toReversed())).toEqual(colors);
      }),
    );
  });

  it("ends with more series than colours", () => {
    expect(seriesColors(Array.from({ length: 100 }, (_, index) => `drive-${index}`)).size).toBe(100);
  });
});
