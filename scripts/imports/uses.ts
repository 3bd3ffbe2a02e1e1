import type { Import, Sources } from "./import.ts";
import { type Resolve, specifierResolver } from "./specifier.ts";
import { isTypeScript, parseTypeScript, typeScriptImports } from "./typescript.ts";

/** An import that counts for the file that defines the name; `through` is the one that was named and only passes it on. */
export interface Use extends Import {
  readonly through?: string;
}

/**
 * The imports of TypeScript, each leading to the files that define what is named: who imports one name of a package's entry
 * uses one file of it, not all. What is imported as a whole leads to the file named.
 */
export function typeScriptUses(sources: Sources): Use[] {
  const resolve = specifierResolver(sources);
  const files = new Map(
    [...sources].filter(([path]) => isTypeScript(path)).map(([path, text]) => [path, readNames(path, text)]),
  );
  const named = new Map<string, string[]>();
  for (const [from, { imports }] of files) {
    for (const { specifier, names } of imports) {
      const to = resolve(from, specifier);
      if (to !== undefined && names.length > 0) named.set(`${from}\n${to}`, names);
    }
  }
  return typeScriptImports(sources).flatMap((use): Use[] => {
    const names = named.get(`${use.from}\n${use.to}`);
    if (!names) return [use];
    const targets = new Set(names.flatMap((name) => definingFile(use.to, name, files, resolve) ?? use.to));
    return [...targets].map((to) => (to === use.to ? use : { ...use, to, through: use.to }));
  });
}

interface Names {
  /** What is imported by name; whole modules are left out. */
  readonly imports: readonly { readonly specifier: string; readonly names: string[] }[];
  readonly defined: ReadonlySet<string>;
  readonly passedOn: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>;
  readonly wholePassedOn: readonly string[];
}

function readNames(path: string, text: string): Names {
  const { staticImports, staticExports } = parseTypeScript(path, text).module;
  const exports = staticExports.flatMap(({ entries }) => entries);
  const isWhole = ({ importName }: { importName: { kind: string } }) => importName.kind === "NamespaceObject";
  return {
    imports: staticImports
      .filter(({ entries }) => entries.length > 0 && !entries.some(isWhole))
      .map(({ moduleRequest, entries }) => ({
        specifier: moduleRequest.value,
        names: entries.map(({ importName }) => importName.name ?? "default"),
      })),
    defined: new Set(
      exports.flatMap(({ moduleRequest, exportName }) => (moduleRequest ? [] : (exportName.name ?? "default"))),
    ),
    passedOn: new Map(
      exports.flatMap(({ moduleRequest, importName, exportName }) =>
        moduleRequest && importName.name
          ? [[exportName.name ?? "default", { specifier: moduleRequest.value, name: importName.name }] as const]
          : [],
      ),
    ),
    wholePassedOn: exports.flatMap(({ moduleRequest, importName }) =>
      moduleRequest && importName.kind === "AllButDefault" ? moduleRequest.value : [],
    ),
  };
}

function definingFile(
  path: string,
  name: string,
  files: ReadonlyMap<string, Names>,
  resolve: Resolve,
  asked = new Set<string>(),
): string | undefined {
  const file = files.get(path);
  if (!file || asked.has(path)) return undefined;
  if (file.defined.has(name)) return path;
  const passed = file.passedOn.get(name);
  const next = passed
    ? [{ specifier: passed.specifier, name: passed.name }]
    : file.wholePassedOn.map((specifier) => ({ specifier, name }));
  for (const { specifier, name: there } of next) {
    const target = resolve(path, specifier);
    const found = target && definingFile(target, there, files, resolve, new Set([...asked, path]));
    if (found) return found;
  }
  return undefined;
}
