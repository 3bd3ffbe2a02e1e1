import type { Import } from "../../imports/import.ts";
import { isTest } from "../../imports/kinds.ts";
import { placeInFolders } from "../../imports/place.ts";
import { graphOf, shortestCycles } from "./graph.ts";

/** What imports itself, in the end, through others: files, or what one folder contains. */
export interface Cycle {
  /** "files", or the folder in which the members lie side by side. */
  readonly among: "files" | { readonly folder: string };
  readonly members: readonly string[];
  /** For each step from a member to the next, the imports that make it. */
  readonly steps: readonly (readonly Import[])[];
}

export function fileCycles(imports: readonly Import[]): Cycle[] {
  return cyclesOf(imports, "files", ({ from, to }) => [from, to]);
}

/**
 * In every folder, what lies in it (its files, and its folders with all they contain) imports in one direction. A folder
 * and a file beside it are judged like two folders, so that a folder's own files may use its subfolders, or be used by them,
 * but none may do both. What a test imports says nothing about the folder it stands in.
 */
export function folderCycles(imports: readonly Import[]): Cycle[] {
  const place = placeInFolders(imports);
  const inFolder = new Map<string, Import[]>();
  for (const use of imports) {
    if (isTest(use.from)) continue;
    const folder = sharedFolder(place(use.from), place(use.to));
    inFolder.set(folder, [...(inFolder.get(folder) ?? []), use]);
  }
  return [...inFolder]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([folder, uses]) =>
      cyclesOf(uses, { folder }, ({ from, to }) => [childOf(folder, place(from)), childOf(folder, place(to))]),
    )
    .filter(({ members }) => !members.every(isFile));
}

const isFile = (path: string) => /\.(tsx?|mts|mjs|rs)$/.test(path);

function cyclesOf(
  imports: readonly Import[],
  among: Cycle["among"],
  ends: (use: Import) => readonly [string, string],
): Cycle[] {
  const byEdge = new Map<string, Import[]>();
  for (const use of imports) {
    const edge = ends(use).join("\n");
    byEdge.set(edge, [...(byEdge.get(edge) ?? []), use]);
  }
  return shortestCycles(graphOf(imports.map(ends))).map((members) => ({
    among,
    members,
    steps: members.map((member, index) => {
      const next = members[(index + 1) % members.length] ?? member;
      return byEdge.get(`${member}\n${next}`) ?? [];
    }),
  }));
}

function sharedFolder(a: string, b: string): string {
  const left = a.split("/").slice(0, -1);
  const right = b.split("/").slice(0, -1);
  const differs = left.findIndex((name, index) => name !== right[index]);
  return (differs < 0 ? left : left.slice(0, differs)).join("/");
}

/** The file or folder directly in `folder` in which `path` lies. */
function childOf(folder: string, path: string): string {
  const depth = folder === "" ? 0 : folder.split("/").length;
  return path
    .split("/")
    .slice(0, depth + 1)
    .join("/");
}
