import { expect, it } from "vitest";
import { isOlderVersion, newestVersion } from "./version.ts";

it.each([
  ["0.9.9", "0.10.0", true],
  ["0.10.0", "0.9.9", false],
  ["1.2.3", "1.2.3", false],
  ["1.2.3", "1.2.4", true],
  ["1.2.3-debug", "1.3.0", true],
  ["", "1.0.0", false],
  ["1.0", "2.0.0", false],
  ["1.0.0", "server", false],
])("%s is older than %s: %s", (version, than, older) => {
  expect(isOlderVersion(version, than)).toBe(older);
});

it("finds the newest, whatever their order, and none among what is no version", () => {
  expect(newestVersion(["0.9.0", "0.10.0", "latest", "0.2.0"])).toBe("0.10.0");
  expect(newestVersion(["latest"])).toBeUndefined();
});
