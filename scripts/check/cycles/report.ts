import type { Import } from "../../imports/import.ts";
import type { Cycle } from "./find.ts";

const mostLines = 4;

/** A cycle with the imports that make it: what lies on it, then each step's lines. */
export function describeCycle({ among, members, steps }: Cycle): string {
  const title = [...members, members[0]].map((member) => (among === "files" ? member : nameIn(among.folder, member)));
  const where = among === "files" ? "Files" : `In ${among.folder || "the repository"}`;
  return [`${where}: ${title.join(" → ")}`, ...steps.flatMap(describeStep)].join("\n");
}

function describeStep(imports: readonly Import[]): string[] {
  const byFiles = new Map<string, Import[]>();
  for (const use of imports) {
    const files = `${use.from} ${use.to}`;
    byFiles.set(files, [...(byFiles.get(files) ?? []), use]);
  }
  const lines = [...byFiles.values()].map(([first, ...others]) => {
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    return first ? `  ${first.from}:${first.line} imports ${first.to}${more}` : "";
  });
  return lines.length > mostLines ? [...lines.slice(0, mostLines), `  … and ${lines.length - mostLines} more`] : lines;
}

function nameIn(folder: string, path: string | undefined): string {
  return (path ?? "").slice(folder === "" ? 0 : folder.length + 1);
}
