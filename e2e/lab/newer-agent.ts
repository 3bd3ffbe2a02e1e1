import { chmodSync, copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAgent } from "../../scripts/steps/build.ts";

/**
 * A folder with the programs of a version to come: those that are built here, the agent with another version in place of its own. A
 * second build would take minutes for these few characters. What it reports of itself may still be the old one, where the
 * compiler has taken the text apart.
 */
export async function newerAgent(own: string, version: string): Promise<string> {
  if (own.length !== version.length) throw new Error(`${version} does not fit in place of ${own}`);
  const binaries = await buildAgent();
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-newer-"));
  const program = readFileSync(join(binaries, "crosspoint-agent"), "latin1").replaceAll(own, version);
  writeFileSync(join(folder, "crosspoint-agent"), program, "latin1");
  chmodSync(join(folder, "crosspoint-agent"), 0o755);
  copyFileSync(join(binaries, "uring-bench"), join(folder, "uring-bench"));
  chmodSync(join(folder, "uring-bench"), 0o755);
  return folder;
}
