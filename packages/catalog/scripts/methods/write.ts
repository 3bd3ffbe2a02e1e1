/** Writes docs/methods from the catalog: a page a plan, and their index. With `--check` it writes nothing and fails where they differ. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { plans } from "../../src/index.ts";
import { renderIndex, renderPage } from "./page.ts";

const folder = new URL("../../../../docs/methods/", import.meta.url);
const pages = new Map(plans.map((plan) => [`${plan.document.id}.md`, renderPage(plan)]));
pages.set("README.md", renderIndex(plans));

mkdirSync(folder, { recursive: true });
const committed = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
const names = [...new Set([...pages.keys(), ...committed.keys()])];
const different = names.filter((name) => pages.get(name) !== committed.get(name));

if (process.argv.includes("--check")) {
  if (different.length > 0) {
    console.error(`docs/methods is not what the catalog says: ${different.join(", ")}. Run: npm run generate`);
    process.exitCode = 1;
  }
} else {
  for (const name of different) {
    const page = pages.get(name);
    if (page === undefined) rmSync(new URL(name, folder));
    else writeFileSync(new URL(name, folder), page);
  }
}
