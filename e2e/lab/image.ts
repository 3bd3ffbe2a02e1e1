import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { installedVersion, newestCloudKernel } from "./debian.ts";

const run = promisify(execFile);
const GUEST_SCRIPTS = join(import.meta.dirname, "guest");
const REPOSITORY = join(import.meta.dirname, "../..");

/** Where kernels and initramfs layers are kept between runs. */
export const DEFAULT_CACHE = join(REPOSITORY, ".cache/lab");

/** Network modules in the order of their needs; those that a kernel has built in are passed over. */
const MODULES = [
  "failover",
  "net_failover",
  "virtio",
  "virtio_ring",
  "virtio_pci_modern_dev",
  "virtio_pci_legacy_dev",
  "virtio_pci",
  "virtio_console",
  "virtio_net",
];

/** The kernel in use by this process, by cache directory. */
const kernels = new Map<string, Promise<string>>();

export interface Image {
  /** Path of the kernel for QEMU's -kernel. */
  kernel: string;
  /** Initramfs layers (cpio archives), to be concatenated in this order. */
  layers: string[];
}

/** Tools that a guest gets only when asked for: fio's libraries are 80 MB of memory and a second of boot. */
export type OptionalTool = "fio";

/**
 * The kernel and initramfs of a virtual host, built from Debian packages. The cache is keyed by the packages' versions
 * and the guest's scripts: a second call downloads and builds nothing.
 */
export async function prepareImage(tools: readonly OptionalTool[] = [], cache = DEFAULT_CACHE): Promise<Image> {
  await mkdir(cache, { recursive: true });
  // Asking apt takes over a second: once a process is enough.
  const known = kernels.get(cache) ?? prepareKernel(cache);
  kernels.set(cache, known);
  const kernel = await known;
  const layers = [await baseLayer(cache, kernel)];
  for (const tool of tools) {
    layers.push(await toolLayer(cache, tool));
  }
  return { kernel: join(kernel, "vmlinuz"), layers };
}

/** Packs a directory into one initramfs layer; every file belongs to root in the guest. */
export async function packLayer(directory: string, archive: string): Promise<void> {
  const { stdout: names } = await run("find", [".", "-print0"], { cwd: directory, maxBuffer: 64 << 20 });
  const cpio = spawn("cpio", ["--create", "--null", "--format=newc", "--owner=0:0", "--quiet"], {
    cwd: directory,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve, reject) => {
    cpio.on("error", reject);
    cpio.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`cpio of ${directory} exited with ${code}`)),
    );
  });
  cpio.stdin.end(names);
  await Promise.all([pipeline(cpio.stdout, createWriteStream(archive)), ended]);
}

/** Directory with `vmlinuz` and `modules/*.ko`. */
async function prepareKernel(cache: string): Promise<string> {
  const offered = newestCloudKernel();
  if (offered === null) {
    return await newestCachedKernel(cache);
  }
  return await cached(cache, `kernel-${offered.name}_${offered.version.replaceAll(":", "%3a")}`, async (target) => {
    const unpacked = join(target, "unpacked");
    await mkdir(unpacked, { recursive: true });
    await run("apt-get", ["download", `${offered.name}=${offered.version}`], { cwd: target });
    const archive = (await readdir(target)).find((name) => name.endsWith(".deb"));
    if (archive === undefined) {
      throw new Error(`apt-get download of ${offered.name} ${offered.version} left no package behind`);
    }
    await run("dpkg", ["--extract", join(target, archive), unpacked]);
    await takeKernel(unpacked, target);
    await rm(join(target, archive));
    await rm(unpacked, { recursive: true });
  });
}

/** Without package lists (offline, say) the newest kernel of an earlier run serves. */
async function newestCachedKernel(cache: string): Promise<string> {
  const kernels = (await readdir(cache)).filter((name) => /^kernel-.*amd64_/.test(name));
  kernels.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const newest = kernels.at(-1);
  if (newest === undefined) {
    throw new Error("apt knows no linux-image-…-cloud-amd64 package: run `apt-get update` first");
  }
  return join(cache, newest);
}

async function takeKernel(unpacked: string, target: string): Promise<void> {
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
    if (name === undefined || !MODULES.includes(name)) {
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

async function baseLayer(cache: string, kernel: string): Promise<string> {
  const scripts = await Promise.all(["init", "command-server"].map((name) => readFile(join(GUEST_SCRIPTS, name))));
  const key = hash([basename(kernel), installed("busybox-static"), installed("nvme-cli"), ...scripts]);
  return await cachedLayer(cache, `base-${key}.cpio`, async (root) => {
    for (const folder of ["bin", "sbin", "usr/bin", "usr/sbin", "etc/lab", "lib/modules", "root"]) {
      await mkdir(join(root, folder), { recursive: true });
    }
    await cp("/bin/busybox", join(root, "bin/busybox"));
    await symlink("busybox", join(root, "bin/sh"));
    await cp(join(GUEST_SCRIPTS, "init"), join(root, "init"));
    await cp(join(GUEST_SCRIPTS, "command-server"), join(root, "etc/lab/command-server"));
    await cp(join(kernel, "modules"), join(root, "lib/modules"), { recursive: true });
    const present = await readdir(join(kernel, "modules"));
    const wanted = MODULES.filter((name) => present.includes(`${name}.ko`));
    await writeFile(join(root, "etc/lab/modules"), `${wanted.join("\n")}\n`);
    await copyProgram("/usr/sbin/nvme", root);
  });
}

async function toolLayer(cache: string, tool: OptionalTool): Promise<string> {
  const key = hash([installed(tool)]);
  return await cachedLayer(cache, `${tool}-${key}.cpio`, (root) => copyProgram(`/usr/bin/${tool}`, root));
}

/** Copies a program with the shared libraries that the loader would find for it, to the same paths. */
async function copyProgram(program: string, root: string): Promise<void> {
  const { stdout } = await run("ldd", [program]);
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? "");
  for (const path of [program, ...libraries]) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await cp(path, join(root, path), { dereference: true });
  }
}

async function cachedLayer(cache: string, name: string, fill: (root: string) => Promise<void>): Promise<string> {
  return await cached(cache, name, async (target) => {
    const root = `${target}.root`;
    await mkdir(root, { recursive: true });
    try {
      await fill(root);
      await packLayer(root, target);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
}

/** Builds beside the final place and renames: an interrupted build, or two at once, never leave half an entry. */
async function cached(cache: string, name: string, build: (target: string) => Promise<void>): Promise<string> {
  const entry = join(cache, name);
  if (await exists(entry)) {
    return entry;
  }
  const scratch = await mkdtemp(join(cache, "build-"));
  try {
    await build(join(scratch, name));
    await rename(join(scratch, name), entry).catch(async (error: unknown) => {
      if (!(await exists(entry))) {
        throw error;
      }
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return entry;
}

function installed(name: string): string {
  const version = installedVersion(name);
  if (version === null) {
    throw new Error(`Debian package ${name} is not installed: apt-get install --no-install-recommends ${name}`);
  }
  return `${name} ${version}`;
}

function hash(parts: readonly (string | Buffer)[]): string {
  const digest = createHash("sha256");
  for (const part of parts) {
    digest.update(part).update("\0");
  }
  return digest.digest("hex").slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
