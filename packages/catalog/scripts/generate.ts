/**
 * Writes src/generated/data.ts from data/*.yaml, so that the data travels with the code into any bundle.
 * With `--check` it writes nothing and fails when the committed file is not what the YAML says.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { type CatalogData, parseCatalog } from "../src/catalog.ts";

const output = new URL("../src/generated/data.ts", import.meta.url);

function readData(name: string): unknown {
  return parse(readFileSync(new URL(`../data/${name}.yaml`, import.meta.url), "utf8"));
}

/** One file a plan, in the order of their names. */
function readPlans(): unknown[] {
  const files = readdirSync(new URL("../data/plans", import.meta.url)).filter((name) => name.endsWith(".yaml"));
  return files.toSorted().map((name) => readData(`plans/${name.slice(0, -".yaml".length)}`));
}

function render(data: CatalogData): string {
  return `// Generated from data/*.yaml by scripts/generate.ts. Do not edit: change the YAML and run "npm run generate".
import type { CatalogData } from "../catalog.ts";

export const data: CatalogData = ${JSON.stringify(data, null, 2)};
`;
}

function readCommitted(): string {
  try {
    return readFileSync(output, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

const data: CatalogData = {
  sources: readData("sources"),
  driveModels: readData("drive-models"),
  publishedResults: readData("published-results"),
  plans: readPlans(),
  planFamilies: readData("plan-families"),
  firmwareNotices: readData("firmware-notices"),
  healthDefaults: readData("health-defaults"),
};
// Wrong data is refused here, with the entry's name, before it is written anywhere.
parseCatalog(data);
const rendered = render(data);

if (!process.argv.includes("--check")) {
  writeFileSync(output, rendered);
} else if (readCommitted() !== rendered) {
  console.error(
    "packages/catalog/src/generated/data.ts is not what data/*.yaml says. Run: npm run generate -w @crosspoint/catalog",
  );
  process.exitCode = 1;
}
