import { describe, expect, it } from "vitest";
import { linkText, linkThrottled } from "./link";

const full = { linkSpeed: "8.0 GT/s PCIe", linkWidth: 4, maxLinkSpeed: "8.0 GT/s PCIe", maxLinkWidth: 4 };

describe("linkThrottled", () => {
  it.each([
    ["at its best", {}, false],
    ["slower", { linkSpeed: "2.5 GT/s PCIe" }, true],
    ["narrower", { linkWidth: 2 }, true],
    ["above what a text comparison would take for more", { linkSpeed: "8.0 GT/s", maxLinkSpeed: "16.0 GT/s" }, true],
    ["unknown now", { linkSpeed: null, linkWidth: null }, false],
    ["unknown at most", { maxLinkSpeed: null, maxLinkWidth: null }, false],
    ["a width that the kernel does not know", { linkWidth: 0 }, false],
    ["a speed in words", { linkSpeed: "Unknown" }, false],
  ])("%s: %o is %s", (_name, change, expected) => {
    expect(linkThrottled({ ...full, ...change })).toBe(expected);
  });

  it("has no text for what is not known", () => {
    expect(linkText(null, null)).toBeUndefined();
    expect(linkText("8.0 GT/s PCIe", 4)).toBe("8.0 GT/s PCIe x4");
  });
});
