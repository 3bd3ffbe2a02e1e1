/** Writes the drawings of docs/architecture.md anew from the imports; with `--check`, fails if they are not what they would be. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Import } from "../../imports/import.ts";
import { placeInFolders } from "../../imports/place.ts";
import { readImports } from "../../imports/read.ts";
import { root } from "../../steps/paths.ts";
import { drawImports, mermaid } from "./draw.ts";

const boxes = ["packages", "apps", "agent/crates", "agent"];
/** The folders whose own folders are drawn. */
const drawn = [
  "packages/services/src",
  "packages/domain/src",
  "apps/web",
  "apps/web/features",
  "agent/crates/host-agent/src",
  "agent/crates/bench/src",
];

const path = join(root, "docs", "architecture.md");
const now = readFileSync(path, "utf8");
const [begin, end] = ["<!-- drawings: written by npm run generate -->", "<!-- end of the drawings -->"];
const [before, after] = [now.indexOf(begin), now.indexOf(end)];
if (before < 0 || after < before) throw new Error(`${path} has no place for the diagrams: ${begin} … ${end}`);
const text = `${now.slice(0, before)}${begin}\n\n${drawings(await readImports())}\n\n${now.slice(after)}`;
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (text !== now) {
  console.error(`The diagrams in ${path} are out of date.`);
  process.exit(1);
}

function drawings(imports: readonly Import[]): string {
  const place = placeInFolders(imports);
  const whole = mermaid(drawImports(imports, packageOf), "", boxes);
  const folders = drawn.map((folder) => {
    const within = `${folder}/`;
    const childOf = (file: string) => {
      const [child, below] = file.startsWith(within) ? place(file).slice(within.length).split("/") : [];
      return below === undefined ? undefined : within + child;
    };
    return `In \`${folder}\`:\n\n${mermaid(drawImports(imports, childOf), within)}`;
  });
  return [whole, ...folders].join("\n\n");
}

/** A package, an application, a crate, or another folder of the repository's root. */
function packageOf(file: string): string | undefined {
  const box = boxes.find((name) => file.startsWith(`${name}/`));
  const depth = box === undefined ? 1 : box.split("/").length + 1;
  return file.split("/").slice(0, -1).slice(0, depth).join("/") || undefined;
}
