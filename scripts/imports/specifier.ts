import { posix } from "node:path";
import type { Sources } from "./import.ts";

const endings = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];

/** Finds the file of the repository that an import's text names; undefined for a package of npm, a built file or data. */
export type Resolve = (from: string, specifier: string) => string | undefined;

export function specifierResolver(sources: Sources): Resolve {
  const packages = ownPackages(sources);
  const existing = (path: string) => endings.map((ending) => path + ending).find((file) => sources.has(file));
  return (from, specifier) => {
    if (specifier.startsWith(".")) return existing(posix.join(posix.dirname(from), specifier));
    if (specifier.startsWith("@/")) return existing(posix.join(appOf(from), specifier.slice(2)));
    const own = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
    if (!own) return undefined;
    const target = exported(own.exports, `.${specifier.slice(own.name.length)}`);
    return target === undefined ? undefined : existing(posix.join(own.folder, target));
  };
}

interface OwnPackage {
  readonly folder: string;
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
}

function ownPackages(sources: Sources): OwnPackage[] {
  return [...sources]
    .filter(([path]) => posix.basename(path) === "package.json" && path !== "package.json")
    .map(([path, text]) => ({ folder: posix.dirname(path), exports: {}, ...JSON.parse(text) }));
}

/** `@/` is the application's own root, `apps/<name>`. */
function appOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** The file behind an entry of a package: by its name, or by the pattern with `*` that fits it. */
function exported(exports: OwnPackage["exports"], entry: string): string | undefined {
  if (exports[entry] !== undefined) return exports[entry];
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = "", after] = pattern.split("*");
    if (after === undefined || !entry.startsWith(before) || !entry.endsWith(after)) continue;
    return target.replace("*", entry.slice(before.length, entry.length - after.length));
  }
  return undefined;
}
