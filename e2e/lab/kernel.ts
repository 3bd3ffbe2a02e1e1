import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { cached, hash } from "./cache.ts";
import { newestCloudKernel } from "./debian.ts";

const run = promisify(execFile);

/** The kernel in use by this process, by cache directory. */
const kernels = new Map<string, Promise<string>>();

/**
 * Directory with `vmlinuz` and `modules/*.ko` of the newest stock cloud kernel: those of `modules` (their
 * file names) that it has not built in.
 */
export async function prepareKernel(cache: string, modules: readonly string[]): Promise<string> {
  // Asking apt takes over a second: once a process is enough.
  const known = kernels.get(cache) ?? findKernel(cache, modules);
  kernels.set(cache, known);
  return await known;
}

async function findKernel(cache: string, modules: readonly string[]): Promise<string> {
  const suffix = `-${hash(modules)}`;
  const offered = newestCloudKernel();
  if (offered === null) {
    return await newestCachedKernel(cache, suffix);
  }
  const entry = `kernel-${offered.name}_${offered.version.replaceAll(":", "%3a")}${suffix}`;
  return await cached(cache, entry, async (target) => {
    const unpacked = join(target, "unpacked");
    await mkdir(unpacked, { recursive: true });
    await run("apt-get", ["download", `${offered.name}=${offered.version}`], { cwd: target });
    const archive = (await readdir(target)).find((name) => name.endsWith(".deb"));
    if (archive === undefined) {
      throw new Error(`apt-get download of ${offered.name} ${offered.version} left no package behind`);
    }
    await run("dpkg", ["--extract", join(target, archive), unpacked]);
    await takeKernel(unpacked, target, modules);
    await rm(join(target, archive));
    await rm(unpacked, { recursive: true });
  });
}

/** Without package lists (offline, say) the newest kernel of an earlier run serves. */
async function newestCachedKernel(cache: string, suffix: string): Promise<string> {
  const kernels = (await readdir(cache)).filter((name) => /^kernel-.*amd64_/.test(name) && name.endsWith(suffix));
  kernels.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const newest = kernels.at(-1);
  if (newest === undefined) {
    throw new Error("apt knows no linux-image-…-cloud-amd64 package: run `apt-get update` first");
  }
  return join(cache, newest);
}

async function takeKernel(unpacked: string, target: string, wanted: readonly string[]): Promise<void> {
  const vmlinuz = (await readdir(join(unpacked, "boot"))).find((name) => name.startsWith("vmlinuz-"));
  if (vmlinuz === undefined) {
    throw new Error(`the kernel package has no /boot/vmlinuz-… (unpacked in ${unpacked})`);
  }
  await rename(join(unpacked, "boot", vmlinuz), join(target, "vmlinuz"));
  const modules = join(target, "modules");
  await mkdir(modules);
  const { stdout } = await run("find", [unpacked, "-name", "*.ko*"], { maxBuffer: 16 << 20 });
  for (const path of stdout.split("\n").filter((line) => line !== "")) {
    const [name, , compression] = basename(path).split(".");
    if (!wanted.includes(`${name}.ko`)) {
      continue;
    }
    await cp(path, join(modules, basename(path)));
    if (compression === "xz") {
      await run("xz", ["--decompress", join(modules, basename(path))]);
    } else if (compression !== undefined) {
      throw new Error(`kernel module ${basename(path)} is compressed in a way the lab does not know`);
    }
  }
}
