import { describe, expect, it } from "vitest";
import { typeScriptImports } from "./typescript.ts";

/** "from:line to", of a tree of files given by path. */
function importsOf(files: Record<string, string>): string[] {
  return typeScriptImports(new Map(Object.entries(files))).map(({ from, line, to }) => `${from}:${line} ${to}`);
}

describe("imports of TypeScript", () => {
  it.each([
    ["a value", 'import { b } from "./b.ts";'],
    ["a type", 'import type { B } from "./b.ts";'],
    ["an effect", 'import "./b.ts";'],
    ["what is passed on", 'export { b } from "./b.ts";'],
    ["all that is passed on", 'export * from "./b.ts";'],
    ["what is loaded when needed", 'const { b } = await import("./b.ts");'],
    ["a type by import()", 'export type B = import("./b.ts").B;'],
    ["a module's type", 'export type B = typeof import("./b.ts");'],
  ])("of %s", (_, statement) => {
    expect(importsOf({ "a.ts": `// first line\n${statement}`, "b.ts": "" })).toEqual(["a.ts:2 b.ts"]);
  });

  it("name the line on which a statement of several lines begins", () => {
    expect(importsOf({ "a.ts": '\nimport {\n  b,\n} from "./b.ts";', "b.ts": "" })).toEqual(["a.ts:2 b.ts"]);
  });

  it("find a file without its ending, a folder's index, and the application's root", () => {
    const files = {
      "apps/web/ui/button.tsx": "",
      "apps/web/ui/index.ts": "",
      "apps/web/app/page.tsx": 'import "@/ui/button";\nimport "../ui";',
    };
    expect(importsOf(files)).toEqual([
      "apps/web/app/page.tsx:1 apps/web/ui/button.tsx",
      "apps/web/app/page.tsx:2 apps/web/ui/index.ts",
    ]);
  });

  it("find a package's entry by its name and by a pattern", () => {
    const files = {
      "packages/db/package.json": JSON.stringify({
        name: "@crosspoint/db",
        exports: { ".": "./src/index.ts", "./queries/*": "./src/queries/*.ts" },
      }),
      "packages/db/src/index.ts": "",
      "packages/db/src/queries/lock.ts": "",
      "a.ts": 'import "@crosspoint/db";\nimport "@crosspoint/db/queries/lock";\nimport "@crosspoint/db/other";',
    };
    expect(importsOf(files)).toEqual(["a.ts:1 packages/db/src/index.ts", "a.ts:2 packages/db/src/queries/lock.ts"]);
  });

  it("are not those of npm's packages, of data, and of text that only looks like an import", () => {
    const text = 'import "zod";\nimport "./style.css";\nconst said = `import "./b.ts"`; // import "./b.ts";';
    expect(importsOf({ "a.ts": text, "b.ts": "" })).toEqual([]);
  });

  it("cannot be read from a file with an error, which is named", () => {
    expect(() => importsOf({ "a.ts": "import {" })).toThrow("a.ts cannot be read");
  });
});
