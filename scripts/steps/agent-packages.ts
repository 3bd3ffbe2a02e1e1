import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { buildAgent, hostTarget } from "./build.ts";
import { runToEnd } from "./child.ts";
import { buildDebianPackage } from "./debian-package.ts";
import { agentTargetDir, root } from "./paths.ts";
import { unlessUnchanged } from "./unchanged.ts";

/** Where the gateway looks for what hosts install. Files of other processors may lie beside what is built here. */
export const packagesDir = join(agentTargetDir, "packages");

const programs = ["crosspoint-agent", "uring-bench"];
const packaging = ["agent.toml", "policy.toml", "crosspoint-agent.service", "database.conf"];

/** What else decides what is in them. */
const described = ["agent/packaging", "agent/crates/host-agent/Cargo.toml", "docs/operations.md", "docs/safety.md"];

export interface AgentPackageFiles {
  readonly deb: string;
  readonly archive: string;
}

/** The agent for this machine's processor as hosts install it: a Debian package, and an archive for all others. */
export async function buildAgentPackages(show?: (line: string) => void): Promise<AgentPackageFiles> {
  const binaries = await buildAgent(show);
  const architecture = (await hostTarget()).split("-")[0] ?? "";
  const stem = `crosspoint-agent-${await versionOf(join(binaries, "crosspoint-agent"))}-${architecture}`;
  const files = { deb: join(packagesDir, `${stem}.deb`), archive: join(packagesDir, `${stem}.tar.gz`) };
  mkdirSync(packagesDir, { recursive: true });
  const stamp = join(packagesDir, `.${architecture}.stamp`);
  if (!Object.values(files).every((file) => existsSync(file))) rmSync(stamp, { force: true });
  const inputs = [...programs.map((name) => join(binaries, name).slice(root.length)), ...described];
  await unlessUnchanged(stamp, inputs, async () => {
    const work = mkdtempSync(join(packagesDir, ".building-"));
    try {
      // Each takes its place when it is whole: a gateway may be reading.
      const archive = join(work, "archive.tar.gz");
      await packAgentArchive(archive, binaries);
      renameSync(archive, files.archive);
      renameSync(await buildDebianPackage(join(work, "package.deb"), show), files.deb);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    removeOthers(
      architecture,
      Object.values(files).map((file) => basename(file)),
    );
  });
  return files;
}

async function versionOf(program: string): Promise<string> {
  const said = await runToEnd(program, ["--version"], {
    remedy: "The agent that was built does not run on this machine.",
  });
  return said.trim().split(" ").at(-1) ?? "";
}

/** Packs the programs of a folder as hosts get them; of the same files always the same bytes. */
export async function packAgentArchive(archive: string, binaries: string): Promise<void> {
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  const from = ["-C", binaries, ...programs, "-C", join(root, "agent/packaging"), ...packaging];
  await runToEnd("tar", ["--create", "--use-compress-program", "gzip -9n", "--file", archive, ...same, ...from], {
    remedy: "tar's own message is above.",
  });
}

/** What an earlier version left for this processor. */
function removeOthers(architecture: string, names: readonly string[]): void {
  for (const name of readdirSync(packagesDir)) {
    const isOurs = name.startsWith("crosspoint-agent-") && name.includes(`-${architecture}.`);
    if (isOurs && !names.includes(name)) rmSync(join(packagesDir, name));
  }
}
