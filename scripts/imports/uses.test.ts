import { describe, expect, it } from "vitest";
import { typeScriptUses } from "./uses.ts";

const entry =
  'export * from "./health/verdict.ts";\nexport { mean as average } from "./units/mean.ts";\nexport const own = 1;';
const domain = {
  "packages/domain/package.json": JSON.stringify({ name: "@crosspoint/domain", exports: { ".": "./src/index.ts" } }),
  "packages/domain/src/index.ts": entry,
  "packages/domain/src/health/verdict.ts": "export type Verdict = 1;\nexport function worst() {}\nexport class Rule {}",
  "packages/domain/src/units/mean.ts": "export const mean = 1;",
};

/** The files that a.ts uses, as "file" or "file through file". */
function usesOfA(text: string): string[] {
  const uses = typeScriptUses(new Map(Object.entries({ ...domain, "a.ts": text })));
  const short = (path: string) => path.replace("packages/domain/src/", "");
  return uses
    .filter(({ from }) => from === "a.ts")
    .map(({ to, through }) => (through ? `${short(to)} through ${short(through)}` : short(to)));
}

describe("what a file uses", () => {
  it.each([
    ['import { worst } from "@crosspoint/domain";', ["health/verdict.ts through index.ts"]],
    ['import type { Verdict } from "@crosspoint/domain";', ["health/verdict.ts through index.ts"]],
    ['import { average } from "@crosspoint/domain";', ["units/mean.ts through index.ts"]],
    [
      'import { Rule, average } from "@crosspoint/domain";',
      ["health/verdict.ts through index.ts", "units/mean.ts through index.ts"],
    ],
    ['import { own } from "@crosspoint/domain";', ["index.ts"]],
    ['import { missing } from "@crosspoint/domain";', ["index.ts"]],
    ['import * as domain from "@crosspoint/domain";', ["index.ts"]],
    ['import "@crosspoint/domain";', ["index.ts"]],
    ['export type D = import("@crosspoint/domain").Verdict;', ["index.ts"]],
    ['import { mean } from "./packages/domain/src/units/mean.ts";', ["units/mean.ts"]],
  ])("by %s", (text, expected) => {
    expect(usesOfA(text)).toEqual(expected);
  });
});
