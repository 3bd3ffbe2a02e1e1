import type { Use } from "./module-text.ts";
import type { Module } from "./modules.ts";

/** What a path names: a module, or something that a file defines. */
export type Target = { readonly module: Module } | { readonly file: string };

/** The libraries of the workspace by the name that other crates write. */
export type Libraries = ReadonlyMap<string, Module>;

/** Follows a path from the module in which it is written, through re-exports, to what it names; nothing for what is not ours. */
export function resolvePath(
  from: Module,
  path: readonly string[],
  libraries: Libraries,
  asked = new Set<Use>(),
): Target[] {
  const [first = "", ...rest] = path;
  let targets = start(from, first, libraries, asked);
  for (const name of rest) {
    targets = targets.flatMap((target) => {
      if (!("module" in target)) return [target];
      if (name === "super") return target.module.parent ? [{ module: target.module.parent }] : [];
      if (name === "self") return [target];
      return lookUp(target.module, name, libraries, asked);
    });
  }
  return targets;
}

function start(from: Module, first: string, libraries: Libraries, asked: Set<Use>): Target[] {
  if (first === "crate") return [{ module: rootOf(from) }];
  if (first === "self") return [{ module: from }];
  if (first === "super") return from.parent ? [{ module: from.parent }] : [];
  const local = lookUp(from, first, libraries, asked);
  if (local.length > 0) return local;
  const library = libraries.get(first);
  return library ? [{ module: library }] : [];
}

/** What a name means in a module: what stands there, what a `use` brought, or what came with a `*`. */
function lookUp(module: Module, name: string, libraries: Libraries, asked: Set<Use>): Target[] {
  const child = module.children.get(name);
  const found: Target[] = child ? [{ module: child }] : [];
  if (module.text.items.has(name)) found.push({ file: module.file });
  for (const use of module.text.uses) {
    if (found.length > 0 || asked.has(use) || (use.alias !== name && use.alias !== "*")) continue;
    const targets = resolvePath(module, use.path, libraries, new Set([...asked, use]));
    if (use.alias === name) found.push(...targets);
    else {
      for (const target of targets) {
        if ("module" in target) found.push(...lookUp(target.module, name, libraries, new Set([...asked, use])));
      }
    }
  }
  return found;
}

function rootOf(module: Module): Module {
  return module.parent ? rootOf(module.parent) : module;
}
