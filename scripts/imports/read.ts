import { root } from "../steps/paths.ts";
import type { Import } from "./import.ts";
import { rustImports } from "./rust/imports.ts";
import { readSources } from "./sources.ts";
import { typeScriptImports } from "./typescript.ts";

/** Every import between two files of this repository, in both languages. */
export async function readImports(): Promise<Import[]> {
  const sources = readSources(root);
  return [...typeScriptImports(sources), ...(await rustImports(sources))];
}
