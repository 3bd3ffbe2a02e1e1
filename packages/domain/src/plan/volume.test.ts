import { describe, expect, it } from "vitest";
import { volumeEndurance, volumeWriteSpeeds } from "./volume.ts";

const fast = { sequential: { slowest: 600, fastest: 1200 }, random4k: { slowest: 150, fastest: 300 } };
const slow = { sequential: { slowest: 500, fastest: 1000 } };

describe("a volume writes", () => {
  it("as its stripes allow: from as often the slowest drive as there are, to all of them together", () => {
    expect(volumeWriteSpeeds("raid0", [fast, slow])).toEqual({
      sequential: { slowest: 1000, fastest: 2200 },
      random4k: undefined,
    });
    expect(volumeWriteSpeeds("raid0", [fast, fast]).random4k).toEqual({ slowest: 300, fastest: 600 });
  });

  it("as its slowest mirror", () => {
    expect(volumeWriteSpeeds("raid1", [fast, slow]).sequential).toEqual({ slowest: 500, fastest: 1000 });
  });

  it.each(["raid10", "raid5", "raid6", "linear"])("at a speed that nobody can tell beforehand in %s", (level) => {
    expect(volumeWriteSpeeds(level, [fast, fast])).toEqual({});
    expect(volumeEndurance(level, [1, 1])).toBeUndefined();
  });
});

it("a volume may be written until its first drive has what it is rated for", () => {
  expect(volumeEndurance("raid0", [100, 80])).toBe(160);
  expect(volumeEndurance("raid1", [100, 80])).toBe(80);
  expect(volumeEndurance("raid0", [100, undefined])).toBeUndefined();
  expect(volumeEndurance("raid0", [])).toBeUndefined();
});
