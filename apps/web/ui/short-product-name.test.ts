import { driveModels } from "@crosspoint/catalog";
import { expect, it } from "vitest";
import { shortProductName } from "./short-product-name";

it.each([
  ["Intel Optane SSD DC P4800X", "Optane P4800X"],
  ["Intel Optane SSD 900p", "Optane 900p"],
  ["Intel SSD DC P3700", "Intel P3700"],
  ["Micron 9100 MAX", "Micron 9100 MAX"],
])("calls %s %s", (name, short) => {
  expect(shortProductName(name)).toBe(short);
});

it("tells all models of the catalog apart", () => {
  const names = driveModels.map(({ name }) => shortProductName(name));
  expect(new Set(names).size).toBe(driveModels.length);
});
