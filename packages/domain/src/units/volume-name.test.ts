import { expect, it } from "vitest";
import { formatRaidLevel, volumeLabel } from "./volume-name.ts";

it("names a volume by its level and its drives", () => {
  const named = (level: string, ...drives: string[]) => volumeLabel({ name: "md0", level, drives });
  expect(named("raid0", "P3608", "P3608")).toBe("md0 (RAID 0 of 2 x P3608)");
  expect(named("raid10", "P3608", "P3700")).toBe("md0 (RAID 10 of 2 drives)");
  expect(named("linear")).toBe("md0 (linear of 0 drives)");
});

it("has md's word for a level without a number", () => {
  expect(["raid1", "container"].map(formatRaidLevel)).toEqual(["RAID 1", "container"]);
});
