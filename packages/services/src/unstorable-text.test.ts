import { describe, expect, it } from "vitest";
import { unstorableText } from "./unstorable-text.ts";

describe("unstorableText", () => {
  it.each([
    ["NUL", { a: [{ b: "x\0" }] }, "a.0.b"],
    ["half a surrogate pair", { a: "\ud83d" }, "a"],
  ])("finds %s and names its path", (_name, value, path) => {
    expect(unstorableText(value)?.path).toBe(path);
  });

  it("finds nothing in what can be stored", () => {
    expect(unstorableText({ a: ["Größe", "💾", 1, null, true], b: undefined })).toBeUndefined();
  });
});
