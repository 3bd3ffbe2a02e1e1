import type { Import, Sources } from "../import.ts";
import { cratesOf } from "./crates.ts";
import { type Module, moduleTree } from "./modules.ts";
import { type Libraries, resolvePath, type Target } from "./resolve.ts";

/**
 * Every use of something that another file defines: by `use`, or by its path where it is used. `mod x;` and `pub use` bring
 * nothing themselves: who names something through them uses the file that defines it. Code for tests is left out.
 */
export async function rustImports(sources: Sources): Promise<Import[]> {
  const crates = cratesOf(sources);
  const trees = new Map<string, Module>();
  for (const root of crates.flatMap(({ roots }) => roots)) trees.set(root, await moduleTree(root, sources));
  const libraries: Libraries = new Map(
    crates.flatMap(({ name, library }) => {
      const tree = library === undefined ? undefined : trees.get(library);
      return tree ? [[name, tree] as const] : [];
    }),
  );
  const found = new Map<string, Import>();
  for (const tree of trees.values()) {
    for (const use of importsOf(tree, libraries)) found.set(`${use.from}\n${use.line}\n${use.to}`, use);
  }
  return [...found.values()];
}

function importsOf(module: Module, libraries: Libraries): Import[] {
  if (module.test) return [];
  const passedOn = new Set(
    module.text.uses.filter((use) => use.passedOn || use.alias === "*").map(({ alias }) => alias),
  );
  const used = [
    ...module.text.uses.filter((use) => !use.passedOn && !use.test && use.alias !== "*"),
    ...module.text.paths.filter(({ path }) => path.length > 1 || passedOn.has(path[0] ?? "") || passedOn.has("*")),
  ];
  const here = used.flatMap(({ path, line }) => {
    const targets = resolvePath(module, path, libraries);
    if (targets.length === 0 && mustBeOurs(path, libraries)) {
      throw new Error(`${module.file}:${line} names ${path.join("::")}, and no file was found to define it`);
    }
    return targets.flatMap((target) => {
      const to = definingFile(target);
      return to === undefined || to === module.file ? [] : [{ from: module.file, line, to }];
    });
  });
  return [...here, ...[...module.children.values()].flatMap((child) => importsOf(child, libraries))];
}

function mustBeOurs([first = "", second]: readonly string[], libraries: Libraries): boolean {
  return second !== undefined && (["crate", "self", "super"].includes(first) || libraries.has(first));
}

/** A module that is named only to name what is in it brings nothing itself. */
function definingFile(target: Target): string | undefined {
  return "file" in target ? target.file : undefined;
}
