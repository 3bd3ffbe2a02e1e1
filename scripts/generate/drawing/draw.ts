import type { Import } from "../../imports/import.ts";
import { isTest } from "../../imports/kinds.ts";

/** Folders, and which import which; an arrow that others imply is left out. */
export interface Drawing {
  readonly folders: readonly string[];
  readonly arrows: readonly (readonly [from: string, to: string])[];
}

/** `folderOf` gives the folder that a file is drawn in; a file without one, and a test, is left out. */
export function drawImports(imports: readonly Import[], folderOf: (path: string) => string | undefined): Drawing {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (isTest(from) || isTest(to)) continue;
    const [source, target] = [folderOf(from), folderOf(to)];
    for (const folder of [source, target]) if (folder && !targets.has(folder)) targets.set(folder, new Set());
    if (source && target && source !== target) targets.get(source)?.add(target);
  }
  const folders = [...targets.keys()].sort();
  const arrows = folders.flatMap((from) =>
    [...(targets.get(from) ?? [])]
      .sort()
      .filter((to) => !isImplied(targets, from, to))
      .map((to) => [from, to] as const),
  );
  return { folders, arrows };
}

/** Whether `to` is reached through another folder, which does not itself lead back. */
function isImplied(targets: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const isReached = (start: string, goal: string) => {
    const seen = [start];
    for (const node of seen) for (const next of targets.get(node) ?? []) if (!seen.includes(next)) seen.push(next);
    return seen.includes(goal);
  };
  const others = [...(targets.get(from) ?? [])].filter((other) => other !== to && !isReached(to, other));
  return others.some((other) => !isReached(other, from) && isReached(other, to));
}

/** As Mermaid draws it, with names as seen from `within`; `boxes` puts folders that begin alike into a box of that name. */
export function mermaid({ folders, arrows }: Drawing, within: string, boxes: readonly string[] = []): string {
  const id = (folder: string) => folder.slice(within.length).replaceAll(/[^a-zA-Z0-9]/g, "_");
  const boxOf = (folder: string) => boxes.find((box) => folder.startsWith(`${box}/`));
  const loose = folders.filter((folder) => boxOf(folder) === undefined);
  return [
    "```mermaid",
    "flowchart LR",
    ...boxes.flatMap((box) => [
      `  subgraph ${id(box)}["${box}"]`,
      ...folders
        .filter((folder) => boxOf(folder) === box)
        .map((folder) => `    ${id(folder)}["${folder.slice(box.length + 1)}"]`),
      "  end",
    ]),
    ...loose.map((folder) => `  ${id(folder)}["${folder.slice(within.length)}"]`),
    ...arrows.map(([from, to]) => `  ${id(from)} --> ${id(to)}`),
    "```",
  ].join("\n");
}
