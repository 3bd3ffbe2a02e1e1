import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seriesColor } from "./series-color";

describe("seriesColor", () => {
  it("is one of eight, and follows from the id alone", () => {
    fc.assert(fc.property(fc.string(), (id) => /^var\(--series-[1-8]\)$/.test(seriesColor(id))));
    expect(seriesColor("intel-optane-ssd-dc-p4800x")).toBe("var(--series-2)");
  });

  it("tells the three models of the reference rows apart", () => {
    const models = ["intel-optane-ssd-dc-p4800x", "intel-ssd-dc-p3700", "micron-9100-max"];
    expect(new Set(models.map(seriesColor)).size).toBe(3);
  });
});
