import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./steps/paths.ts";

const named = /^- `(?<path>[^`]+)`: (?<test>.+)$/gm;
const [, ...sections] = readFileSync(join(root, "docs/complaints.md"), "utf8").split(/^## /m);
const complaints = sections.map((section) => {
  const [title = "", ...lines] = section.split("\n");
  const tests = [...lines.join("\n").matchAll(named)].map(({ groups }) => [groups?.path ?? "", groups?.test ?? ""]);
  const bullets = lines.filter((line) => line.startsWith("- ")).length;
  return { title, bullets, tests: tests as [path: string, test: string][] };
});

describe.each(complaints)("$title", ({ tests, bullets }) => {
  it("is held off by tests", () => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.length, "tests that are named as tests are").toBe(bullets);
  });

  it.each(tests)("%s: %s", (path, test) => {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(readFileSync(join(root, path), "utf8")).toContain(test);
  });
});
