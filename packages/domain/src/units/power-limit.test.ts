import { expect, it } from "vitest";
import { powerLimitMilliwatts } from "./power-limit.ts";

it.each([
  [0x0002_04e2, 12_500],
  [0x0001_c350, 5_000],
  [0x0001_0003, 0.3],
  [0x0002_0000, undefined],
  [0x0000_04e2, undefined],
  [0x0003_04e2, undefined],
  [0xfffe_ffff, 655_350],
])("power limit %i: %s mW", (feature, milliwatts) => {
  expect(powerLimitMilliwatts(feature)).toBe(milliwatts);
});
