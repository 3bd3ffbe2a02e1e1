/**
 * Writes the files that are derived from the contract: schema/agent-v1.json, schema/plan.schema.json and
 * agent/crates/wire/src/generated.rs. With --check it changes nothing and exits 1 when one of them is out of date.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { planJsonSchema } from "../src/plan-schema.ts";
import { wireJsonSchema } from "../src/schema.ts";

const check = process.argv.includes("--check");
const agentManifest = fileURLToPath(new URL("../../../agent/Cargo.toml", import.meta.url));

const schemasAreCurrent = [
  updateSchema("agent-v1.json", wireJsonSchema()),
  updateSchema("plan.schema.json", planJsonSchema()),
].every((isCurrent) => isCurrent);
// In --check mode both are judged, so that one run names all that is out of date.
const typesAreCurrent = updateRustTypes();
process.exitCode = schemasAreCurrent && typesAreCurrent ? 0 : 1;

function updateSchema(name: string, schema: unknown): boolean {
  const path = fileURLToPath(new URL(`../schema/${name}`, import.meta.url));
  const text = format(path, JSON.stringify(schema));
  if (!check) {
    writeFileSync(path, text);
    return true;
  }
  if (readOrEmpty(path) === text) return true;
  console.error(`${path} differs from packages/protocol/src: run \`npm run generate\``);
  return false;
}

/** As Biome formats it, so that `npm run check` has one opinion of this file. */
function format(path: string, json: string): string {
  const biome = fileURLToPath(new URL("../../../node_modules/.bin/biome", import.meta.url));
  const result = spawnSync(biome, ["format", `--stdin-file-path=${path}`], { input: json, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`Biome could not format the schema: ${result.error ?? result.stderr}`);
  return result.stdout;
}

function updateRustTypes(): boolean {
  const generator = ["run", "--quiet", "--manifest-path", agentManifest, "--package", "crosspoint-wire"];
  const flags = ["--features", "generate", "--bin", "generate-wire", "--", ...(check ? ["--check"] : [])];
  const { status, error } = spawnSync("cargo", [...generator, ...flags], { stdio: "inherit" });
  if (error)
    console.error(`cargo could not be started (${error.message}): install Rust from your distribution or rustup`);
  return status === 0;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
