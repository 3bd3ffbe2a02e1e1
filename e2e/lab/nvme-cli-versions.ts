import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { hash } from "./cache.ts";
import { cachedLayer, DEFAULT_CACHE } from "./image.ts";

const run = promisify(execFile);
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const LIBRARY_FOLDERS = ["lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"];

/** Releases of Debian whose nvme-cli is tried beside the installed one, each with its packages and their libraries'. */
const RELEASES = {
  bullseye: { version: "1.12", packages: ["nvme-cli", "libuuid1", "libc6"] },
  trixie: {
    version: "2.13",
    packages: [
      ...["nvme-cli", "libnvme1t64", "libjson-c5", "libkeyutils1", "libssl3t64", "libzstd1", "zlib1g"],
      "libc6",
    ],
  },
} as const;

export type Release = keyof typeof RELEASES;

export interface NvmeCliVersion {
  release: Release;
  version: string;
  /** An initramfs layer with it, or null for want of it: `obstacle` says why. */
  layer: string | null;
  obstacle: string | null;
  /** Its path in a guest that has the layer. */
  program: string;
}

/**
 * nvme-cli of other releases of Debian, each with its own libraries and loader, as layers of the initramfs. Downloaded once, by
 * apt with lists and a cache of its own: apt proves by Debian's signature that they are what Debian made. Nothing is
 * installed. The one that cannot be had carries the reason.
 */
export async function otherNvmeClis(cache = DEFAULT_CACHE): Promise<NvmeCliVersion[]> {
  await mkdir(cache, { recursive: true });
  return await Promise.all((Object.keys(RELEASES) as Release[]).map((release) => prepare(release, cache)));
}

async function prepare(release: Release, cache: string): Promise<NvmeCliVersion> {
  const { version, packages } = RELEASES[release];
  const found = { release, version, program: `/${folderOf(release)}/bin/nvme` };
  try {
    // Kept for good: which revision of its libraries it came with makes no difference.
    const name = `nvme-cli-${version}-${hash([release, ...packages])}.cpio`;
    const layer = await cachedLayer(cache, name, async (root) => await fill(root, release, packages));
    return { ...found, layer, obstacle: null };
  } catch (error) {
    const obstacle = `nvme-cli ${version} of Debian ${release} cannot be had: ${reasonOf(error)}`;
    return { ...found, layer: null, obstacle };
  }
}

async function fill(root: string, release: Release, packages: readonly string[]): Promise<void> {
  const scratch = `${root}.apt`;
  try {
    await download(release, packages, scratch);
    const unpacked = join(scratch, "unpacked");
    for (const archive of (await readdir(scratch)).filter((name) => name.endsWith(".deb"))) {
      await run("dpkg-deb", ["--extract", join(scratch, archive), unpacked]);
    }
    await copyWithLoader(unpacked, root, folderOf(release));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Lists, cache and sources of its own: what the machine has installed and would install stays as it is. */
async function download(release: Release, packages: readonly string[], folder: string): Promise<void> {
  if (!existsSync(KEYRING)) throw new Error(`there is no ${KEYRING}; package debian-archive-keyring brings it`);
  await Promise.all(["state/lists/partial", "cache/archives/partial"].map((name) => mkdirs(join(folder, name))));
  await writeFile(join(folder, "sources.list"), `deb [signed-by=${KEYRING}] ${await mirror()} ${release} main\n`);
  const options = [
    `Dir::Etc::SourceList=${join(folder, "sources.list")}`,
    ...["Dir::Etc::SourceParts=/dev/null", "Dir::State::Status=/dev/null"],
    ...[`Dir::State=${join(folder, "state")}`, `Dir::Cache=${join(folder, "cache")}`],
    ...["Acquire::Languages=none", "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false"],
    ...["APT::Update::Error-Mode=any", "Acquire::Retries=2"],
  ].flatMap((option) => ["-o", option]);
  await run("apt-get", [...options, "update"], { cwd: folder });
  await run("apt-get", [...options, "download", ...packages], { cwd: folder });
}

/** The mirror of Debian that this machine uses. */
async function mirror(): Promise<string> {
  const format = ["--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages"];
  const { stdout } = await run("apt-get", ["indextargets", ...format]);
  const uri = stdout.match(/^Debian (\S+)$/m)?.[1];
  if (uri === undefined) throw new Error("apt of this machine knows no mirror of Debian");
  return uri;
}

/** The program with the libraries that its loader finds, and a script that starts it by that loader. */
async function copyWithLoader(unpacked: string, root: string, folder: string): Promise<void> {
  const libraries = LIBRARY_FOLDERS.map((name) => join(unpacked, name)).filter(existsSync);
  const loader = libraries.map((name) => join(name, "ld-linux-x86-64.so.2")).find(existsSync);
  if (loader === undefined) throw new Error("its libc6 has no ld-linux-x86-64.so.2");
  const program = join(unpacked, "usr/sbin/nvme");
  const { stdout } = await run(loader, ["--library-path", libraries.join(":"), "--list", program]);
  const needed = [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? "");
  const strange = needed.find((path) => !path.startsWith(unpacked));
  if (strange !== undefined) throw new Error(`${basename(strange)} is in none of its packages`);
  const target = join(root, folder);
  await Promise.all(["bin", "lib"].map((name) => mkdirs(join(target, name))));
  await cp(program, join(target, "lib/nvme"));
  for (const path of [loader, ...needed]) {
    await cp(path, join(target, "lib", basename(path)), { dereference: true });
  }
  const start = `exec /${folder}/lib/ld-linux-x86-64.so.2 --library-path /${folder}/lib /${folder}/lib/nvme "$@"`;
  await writeFile(join(target, "bin/nvme"), `#!/bin/sh\n${start}\n`);
  await chmod(join(target, "bin/nvme"), 0o755);
}

function folderOf(release: Release): string {
  return `opt/nvme-cli-${RELEASES[release].version}`;
}

async function mkdirs(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** apt's own word, where it has one. */
function reasonOf(error: unknown): string {
  const said = (error as { stderr?: string }).stderr?.match(/^E: (.+)$/m)?.[1];
  return said ?? (error instanceof Error ? error.message : String(error));
}
