import { describe, expect, it } from "vitest";
import { type Length, median } from "./length.ts";
import { rustLengths } from "./rust.ts";
import { typeScriptFunctions } from "./typescript.ts";

const brief = (lengths: readonly Length[]) => lengths.map(({ name, line, lines }) => `${name}:${line} ${lines}`).sort();

describe("the functions of a TypeScript file", () => {
  it("are those with a name, with all that stands in them", () => {
    const text = [
      "export function declared() {", // 1
      "  return [1].map((n) => {", // 2, part of the one around it
      "    return n;",
      "  });",
      "}",
      "const arrow = () => 1;", // 6
      "export default { key: function () {}, short() {} };", // 7
      "class Spool {", // 8
      "  #count = () => 2;",
      "  write() {",
      "  }",
      "}",
    ].join("\n");
    expect(brief(typeScriptFunctions("a.ts", text))).toEqual(
      ["declared:1 5", "arrow:6 1", "key:7 1", "short:7 1", "count:9 1", "write:10 2"].sort(),
    );
  });

  it("are a test's bodies too, but not what describes many tests", () => {
    const text =
      'describe("a", () => {\n  it("works", () => {\n  });\n  it.each([1])("each", async () => {});\n});\ntest.describe("b", () => {\n});';
    const found = typeScriptFunctions("a.test.ts", text);
    expect(brief(found)).toEqual(['it "each":4 1', 'it "works":2 2']);
    expect(found.every(({ test }) => test)).toBe(true);
  });
});

describe("the functions of a Rust file", () => {
  const text = [
    "fn free() {", // 1
    "}",
    "impl Spool {",
    "    fn method(&self) {", // 4
    "        fn inner() {}", // 5
    "    }",
    "}",
    "#[cfg(test)]", // 8 to 14: 7 lines for tests
    "mod tests {",
    "    #[test]",
    "    fn works() {", // 11
    "    }",
    "    fn helps() {}", // 13
    "}",
    "",
  ].join("\n");

  it("are told apart from tests", async () => {
    const { functions, testLines } = await rustLengths("a.rs", text, false);
    expect(brief(functions.filter(({ test }) => !test))).toEqual(["free:1 2", "inner:5 1", "method:4 3"]);
    expect(brief(functions.filter(({ test }) => test))).toEqual(["helps:13 1", "works:11 2"]);
    expect(testLines).toBe(7);
  });
});

describe("a median", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[], undefined],
  ])("of %j is %s", (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});
