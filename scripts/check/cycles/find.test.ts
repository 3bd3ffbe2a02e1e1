import { describe, expect, it } from "vitest";
import { type Cycle, fileCycles, folderCycles } from "./find.ts";
import { describeCycle } from "./report.ts";

/** Imports from text: "a/x.ts b/y.ts" is one of a/x.ts, on the line that it has in the list. */
function uses(...pairs: string[]) {
  return pairs.map((pair, index) => {
    const [from = "", to = ""] = pair.split(" ");
    return { from, line: index + 1, to };
  });
}

const members = (cycles: readonly Cycle[]) => cycles.map((cycle) => cycle.members.join(" "));

describe("cycles of files", () => {
  it("are two that import each other", () => {
    expect(members(fileCycles(uses("a.ts b.ts", "b.ts a.ts", "b.ts c.ts")))).toEqual(["a.ts b.ts"]);
  });

  it("are three in a ring, named once", () => {
    expect(members(fileCycles(uses("b.ts c.ts", "c.ts a.ts", "a.ts b.ts")))).toEqual(["a.ts b.ts c.ts"]);
  });

  it("are not two ways to one file", () => {
    expect(fileCycles(uses("a.ts b.ts", "a.ts c.ts", "b.ts d.ts", "c.ts d.ts"))).toEqual([]);
  });

  it("are all found where several share a file, the shortest first", () => {
    const found = fileCycles(uses("a.ts b.ts", "b.ts c.ts", "c.ts a.ts", "c.ts b.ts"));
    expect(members(found)).toEqual(["b.ts c.ts", "a.ts b.ts c.ts"]);
  });

  it("count among tests too", () => {
    expect(members(fileCycles(uses("a.spec.ts b.ts", "b.ts a.spec.ts")))).toEqual(["a.spec.ts b.ts"]);
  });
});

describe("cycles of folders", () => {
  it("are two side by side whose files import each other's, though no file is in a cycle", () => {
    const imports = uses("s/drive/list.ts s/host/view.ts", "s/host/get.ts s/drive/claims.ts");
    expect(fileCycles(imports)).toEqual([]);
    expect(members(folderCycles(imports))).toEqual(["s/drive s/host"]);
  });

  it("go through others, and through folders below", () => {
    const imports = uses("s/a/deep/x.ts s/b/x.ts", "s/b/y.ts s/c/deep/x.ts", "s/c/y.ts s/a/y.ts");
    expect(members(folderCycles(imports))).toEqual(["s/a s/b s/c"]);
  });

  it("are looked for at every depth", () => {
    const imports = uses("s/a/one/x.ts s/a/two/x.ts", "s/a/two/y.ts s/a/one/y.ts");
    expect(members(folderCycles(imports))).toEqual(["s/a/one s/a/two"]);
  });

  it("are a package's with another", () => {
    const imports = uses(
      "packages/db/src/a.ts packages/domain/src/a.ts",
      "packages/domain/src/b.ts packages/db/src/b.ts",
    );
    expect(members(folderCycles(imports))).toEqual(["packages/db packages/domain"]);
  });

  it("are a file's that uses a folder beside it and is used by it", () => {
    const imports = uses("s/context.ts s/access/actor.ts", "s/access/sign-in.ts s/context.ts");
    expect(members(folderCycles(imports))).toEqual(["s/access s/context.ts"]);
  });

  it("are none where a folder's files use its subfolder and the subfolder uses others of them", () => {
    expect(folderCycles(uses("s/index.ts s/access/sign-in.ts", "s/access/sign-in.ts s/errors.ts"))).toEqual([]);
  });

  it("are none of files alone, which stand in the other list", () => {
    expect(folderCycles(uses("s/a.ts s/b.ts", "s/b.ts s/a.ts"))).toEqual([]);
  });

  it("are none by a test's imports", () => {
    const back = [
      "s/host/get.test.ts s/drive/a.ts",
      "s/host/get.spec.ts s/drive/a.ts",
      "s/host/testing/a.ts s/drive/a.ts",
    ];
    expect(folderCycles(uses("s/drive/list.ts s/host/view.ts", ...back))).toEqual([]);
  });

  it("count Rust's report.rs as a file of report/, as report/mod.rs is", () => {
    for (const own of ["src/report.rs", "src/report/mod.rs"]) {
      expect(folderCycles(uses(`${own} src/report/a.rs`, `src/report/b.rs ${own}`))).toEqual([]);
      expect(members(folderCycles(uses(`${own} src/run/a.rs`, "src/run/b.rs src/report/a.rs")))).toEqual([
        "src/report src/run",
      ]);
    }
  });
});

describe("what is said of a cycle", () => {
  it("is its members and every step's lines", () => {
    const [cycle] = folderCycles(uses("s/a/x.ts s/b/x.ts", "s/a/x.ts s/b/x.ts", "s/b/y.ts s/a/y.ts"));
    expect(cycle && describeCycle(cycle)).toBe(
      ["In s: a → b → a", "  s/a/x.ts:1 imports s/b/x.ts (and 1 more)", "  s/b/y.ts:3 imports s/a/y.ts"].join("\n"),
    );
  });
});
