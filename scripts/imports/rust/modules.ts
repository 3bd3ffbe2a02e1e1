import { posix } from "node:path";
import type { Sources } from "../import.ts";
import { type ChildModule, type ModuleText, readModule } from "./module-text.ts";
import { withRustTree } from "./parse.ts";

/** A module in its tree. */
export interface Module {
  readonly file: string;
  readonly text: ModuleText;
  readonly parent: Module | undefined;
  readonly children: Map<string, Module>;
  /** Compiled for tests only, itself or a module around it. */
  readonly test: boolean;
}

/** The tree of modules that is compiled from `root`. */
export async function moduleTree(root: string, sources: Sources): Promise<Module> {
  const module = await fileModule(root, undefined, false, sources);
  await addChildren(module, posix.dirname(root), sources);
  return module;
}

async function fileModule(file: string, parent: Module | undefined, test: boolean, sources: Sources): Promise<Module> {
  const source = sources.get(file);
  if (source === undefined) throw new Error(`${parent?.file ?? "Cargo.toml"} names ${file}, which is not there`);
  return { file, text: await withRustTree(file, source, readModule), parent, children: new Map(), test };
}

/** `folder` is where the files of this module's children lie. */
async function addChildren(module: Module, folder: string, sources: Sources): Promise<void> {
  for (const child of module.text.children) {
    const test = module.test || child.test;
    const below = posix.join(folder, child.name);
    if (child.inline) {
      const made: Module = { file: module.file, text: child.inline, parent: module, children: new Map(), test };
      module.children.set(child.name, made);
      await addChildren(made, below, sources);
      continue;
    }
    const file = fileOf(module, child, folder, sources);
    const made = await fileModule(file, module, test, sources);
    module.children.set(child.name, made);
    await addChildren(made, posix.basename(file) === "mod.rs" ? posix.dirname(file) : below, sources);
  }
}

function fileOf(module: Module, child: ChildModule, folder: string, sources: Sources): string {
  if (child.path !== undefined) return posix.join(posix.dirname(module.file), child.path);
  const inFolder = posix.join(folder, child.name, "mod.rs");
  return sources.has(inFolder) ? inFolder : posix.join(folder, `${child.name}.rs`);
}
