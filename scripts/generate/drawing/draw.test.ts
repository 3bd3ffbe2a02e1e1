import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { drawImports, mermaid } from "./draw.ts";

function draw(...pairs: string[]) {
  const imports = pairs.map((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return { from, line: 1, to };
  });
  return drawImports(imports, (path) => (posix.dirname(path) === "." ? undefined : posix.dirname(path)));
}

describe("the drawing of imports", () => {
  it("has an arrow for many imports, and none inside a folder or to a file beside the folders", () => {
    expect(draw("a/x.ts b/x.ts", "a/y.ts b/y.ts", "a/x.ts a/y.ts", "a/x.ts errors.ts")).toEqual({
      folders: ["a", "b"],
      arrows: [["a", "b"]],
    });
  });

  it("leaves out an arrow that two others imply", () => {
    expect(draw("a/x.ts b/x.ts", "b/x.ts c/x.ts", "a/x.ts c/x.ts").arrows).toEqual([
      ["a", "b"],
      ["b", "c"],
    ]);
  });

  it("keeps every arrow of a circle", () => {
    expect(draw("a/x.ts b/x.ts", "b/x.ts a/x.ts", "b/x.ts c/x.ts").arrows).toEqual([
      ["a", "b"],
      ["b", "a"],
      ["b", "c"],
    ]);
  });

  it("leaves out tests and what only they use", () => {
    expect(draw("a/x.ts b/x.ts", "b/x.test.ts a/x.ts", "b/x.ts testing/x.ts")).toEqual({
      folders: ["a", "b"],
      arrows: [["a", "b"]],
    });
  });

  it("is written for Mermaid, with boxes", () => {
    const drawing = { folders: ["apps/web", "e2e"], arrows: [["e2e", "apps/web"] as const] };
    expect(mermaid(drawing, "", ["apps"])).toBe(
      [
        "```mermaid",
        "flowchart LR",
        '  subgraph apps["apps"]',
        '    apps_web["web"]',
        "  end",
        '  e2e["e2e"]',
        "  e2e --> apps_web",
        "```",
      ].join("\n"),
    );
  });
});
