import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./paths.ts";

/** What tools write between the sources; none of it is an input. */
const skipped = new Set(["node_modules", ".next", "target", ".git", "next-env.d.ts", "tsconfig.tsbuildinfo"]);

/** Runs `build` unless the inputs (files or folders of the repository) are what they were when it last succeeded. */
export async function unlessUnchanged(stamp: string, inputs: string[], build: () => Promise<void>): Promise<boolean> {
  const hash = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return false;
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function hashOf(inputs: string[]): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesOf(join(root, input))).sort()) {
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !entry.isSymbolicLink())
    .flatMap((entry) => filesOf(join(path, entry.name)));
}
