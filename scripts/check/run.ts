/**
 * `npm run check`: formatting, lint and import rules, import cycles, types, clippy, Rust documentation, and that generated
 * files are up to date. With `-- cycles [folder]` it lists the cycles alone, with `-- figures [commit]` how long files and
 * functions are.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { generateDatabaseClient } from "../steps/build.ts";
import { cargoEnvironment } from "../steps/cargo.ts";
import { runToEnd } from "../steps/child.ts";
import { root } from "../steps/paths.ts";
import { step } from "../steps/progress.ts";
import { printError, StartError } from "../steps/remedy.ts";
import { describeCycle } from "./cycles/report.ts";
import { findCycles, reportCycles } from "./cycles.ts";
import { reportFigures } from "./figures.ts";

const [only, argument] = process.argv.slice(2);
if (only === "cycles") process.exit((await reportCycles(argument)) ? 0 : 1);
if (only === "figures") {
  await reportFigures(argument);
  process.exit();
}

const manifest = ["--manifest-path", "agent/Cargo.toml"];
const env = { ...cargoEnvironment, NO_COLOR: "1" };
const typedProjects = ["packages", "apps"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .concat("e2e", "scripts");

let failures = 0;
await attempt("Generate the database client", generateDatabaseClient);
await attempt("Formatting, lint and import rules", (show) =>
  run("biome", ["ci", "--error-on-warnings", "."], show, "`npm run format` mends what can be mended."),
);
await attempt("Import cycles", async () => {
  const cycles = await findCycles();
  if (cycles.length === 0) return;
  throw new StartError(
    `${cycles.length} import cycles:\n${cycles.map(describeCycle).join("\n\n")}`,
    "Move what both sides need to a file of its own. `npm run check -- cycles [folder]` lists only the cycles.",
  );
});
for (const project of typedProjects) {
  await attempt(`Types of ${project}`, (show) => run("tsc", ["--noEmit", "-p", project], show, "Fix the types."));
}
await attempt("Rust formatting", (show) => run("cargo", ["fmt", ...manifest, "--all", "--check"], show, "cargo fmt"));
await attempt("Clippy", (show) =>
  run("cargo", ["clippy", ...manifest, "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], show, ""),
);
await attempt("Rust documentation", (show) => {
  const strict = { ...env, RUSTDOCFLAGS: "-D warnings" };
  return run("cargo", ["doc", ...manifest, "--workspace", "--no-deps", "--locked"], show, "Fix the links.", strict);
});
await attempt("Generated files are up to date", async (show) => {
  const remedy = "Run `npm run generate` and commit the result.";
  await run("node", ["packages/protocol/scripts/generate.ts", "--check"], show, remedy);
  await run("node", ["packages/catalog/scripts/generate.ts", "--check"], show, remedy);
  await run("node", ["packages/catalog/scripts/methods/write.ts", "--check"], show, remedy);
  await run("node", ["scripts/generate/drawing/write.ts", "--check"], show, remedy);
});
process.exit(failures > 0 ? 1 : 0);

async function attempt(name: string, work: (show: (line: string) => void) => Promise<unknown>): Promise<void> {
  try {
    await step(name, work);
  } catch (error) {
    failures += 1;
    printError(error);
  }
}

async function run(
  command: string,
  args: string[],
  show: (line: string) => void,
  remedy: string,
  environment = env,
): Promise<void> {
  await runToEnd(command, args, { show, env: environment, remedy });
}
