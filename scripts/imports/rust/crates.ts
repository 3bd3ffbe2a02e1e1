import { posix } from "node:path";
import type { Sources } from "../import.ts";

/** A package of the workspace: the files from which its library, programs and tests are compiled. */
export interface Crate {
  /** As other crates write it: `crosspoint_bench`. */
  readonly name: string;
  readonly folder: string;
  readonly library: string | undefined;
  readonly roots: readonly string[];
}

const targets = /^(src\/(lib|main)|src\/bin\/[^/]+(\/main)?|(tests|benches|examples)\/[^/]+(\/main)?|build)\.rs$/;

export function cratesOf(sources: Sources): Crate[] {
  return [...sources]
    .filter(([path, text]) => posix.basename(path) === "Cargo.toml" && /^\[package\]/m.test(text))
    .map(([path, text]) => crateOf(posix.dirname(path), text, sources));
}

function crateOf(folder: string, manifest: string, sources: Sources): Crate {
  const within = [...sources.keys()].filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".rs"));
  const named = [...manifest.matchAll(/^path = "([^"]+\.rs)"/gm)].map(([, path]) => posix.join(folder, path ?? ""));
  const usual = within.filter((path) => targets.test(path.slice(folder.length + 1)));
  const library = posix.join(folder, "src/lib.rs");
  return {
    name: (/^name = "([^"]+)"/m.exec(manifest)?.[1] ?? "").replaceAll("-", "_"),
    folder,
    library: sources.has(library) ? library : undefined,
    roots: [...new Set([...named, ...usual])].filter((path) => sources.has(path)),
  };
}
