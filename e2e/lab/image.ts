import { execFile, spawn } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { cached, hash } from "./cache.ts";
import { installedVersion } from "./debian.ts";
import { prepareKernel } from "./kernel.ts";
import { installedPostgresql } from "./postgresql.ts";

const run = promisify(execFile);
const GUEST_SCRIPTS = join(import.meta.dirname, "guest");
/** Take commands from outside. */
const COMMAND_SCRIPTS = ["command-server", "tell-waiting"] as const;
const REPOSITORY = join(import.meta.dirname, "../..");

/** Where kernels and initramfs layers are kept between runs. */
export const DEFAULT_CACHE = join(REPOSITORY, ".cache/lab");

/** Network modules in the order of their needs; those that a kernel has built in are passed over. */
const BASE_MODULES = [
  "failover",
  "net_failover",
  "virtio",
  "virtio_ring",
  "virtio_pci_modern_dev",
  "virtio_pci_legacy_dev",
  "virtio_pci",
  "virtio_console",
  "virtio_net",
] as const;

export interface Image {
  /** Path of the kernel for QEMU's -kernel. */
  kernel: string;
  /** Initramfs layers (cpio archives), to be concatenated in this order. */
  layers: string[];
}

/** What a guest gets only when asked for: each takes of its memory and of the time of its boot. */
export type OptionalTool = keyof typeof TOOLS;

interface Tool {
  /** The Debian packages, all installed, that its programs and their libraries come from. */
  packages: readonly string[];
  programs: readonly string[];
  /** Packages that need not be installed: they are fetched and unpacked for their programs, whose libraries everybody has. */
  fetched?: Readonly<Record<string, readonly string[]>>;
  /** Kernel modules in the order of their needs, each with its parameters. */
  modules: readonly string[];
  /** Further files, by their path in the guest: those of this machine, or of the guest's scripts. */
  files?: Readonly<Record<string, string>>;
  /** Folders of the packages, at the same place in the guest. */
  folders?: readonly string[];
}

const UNITS = "/lib/systemd/system";
/** What a service that waits for the network needs of systemd's own. */
const TARGETS = ["basic", "multi-user", "network", "network-online", "shutdown", "sysinit"];

const TOOLS = {
  /** 80 MB of libraries and a second of boot. */
  fio: { packages: ["fio"], programs: ["/usr/bin/fio"], modules: [] },
  /** What can use a drive (device mapper, LVM, md, file systems, swap, partition tables) or stand in for one (null_blk). */
  volumes: {
    packages: ["dmsetup", "lvm2", "mdadm", "e2fsprogs", "fdisk", "util-linux"],
    programs: ["dmsetup", "lvm", "mdadm", "mkfs.ext4", "sfdisk", "wipefs"].map((name) => `/usr/sbin/${name}`),
    modules: ["dm-mod", "md-mod", "raid0", "raid1", "configfs", "null_blk nr_devices=0"],
  },
  /**
   * Further ways to put a drive under something: thin pools, encryption, caches, file systems of several devices. Its modules
   * need those of `volumes` and are loaded after them: the guest goes by the names of the tools.
   */
  "volumes-and-pools": {
    packages: [],
    programs: [],
    fetched: { "btrfs-progs": ["mkfs.btrfs"], "bcache-tools": ["make-bcache"] },
    modules: [
      ...["libcrc32c", "dm-bufio", "dm-bio-prison", "dm-persistent-data", "dm-thin-pool", "xts", "dm-crypt", "bcache"],
      ...["xxhash_generic", "blake2b_generic", "xor", "raid6_pq", "btrfs"],
    ],
  },
  /** The kernel's NVMe target, which serves a drive to others, and the transport by which this host itself is one of them. */
  "volumes-exported": { packages: [], programs: [], modules: ["nvmet", "nvme-fabrics", "nvme-loop"] },
  /** A scheduler of I/O to choose beside none. */
  schedulers: { packages: [], programs: [], modules: ["mq-deadline"] },
  /** PostgreSQL with pgbench, where this machine has it: 70 MB. */
  postgresql: { modules: [], ...(installedPostgresql() ?? { packages: [], programs: [] }) },
  /** systemd as the first process, as on a host: what a unit's sandbox allows can be tried. Logs go to the kernel's. */
  systemd: {
    packages: ["systemd"],
    programs: ["/lib/systemd/systemd", "/bin/systemctl"],
    modules: ["mq-deadline"],
    files: {
      ...Object.fromEntries(TARGETS.map((name) => [`${UNITS}/${name}.target`, `${UNITS}/${name}.target`])),
      "/etc/systemd/system.conf": join(GUEST_SCRIPTS, "system.conf"),
      "/etc/systemd/system/default.target": join(GUEST_SCRIPTS, "default.target"),
      "/etc/systemd/system/commands.service": join(GUEST_SCRIPTS, "commands.service"),
      "/etc/lab/systemd-root": join(GUEST_SCRIPTS, "systemd-root"),
    },
  },
} satisfies Record<string, Tool>;

/**
 * The kernel and initramfs of a virtual host, built from Debian packages. The cache is keyed by the packages' versions
 * and the guest's scripts: a second call downloads and builds nothing.
 */
export async function prepareImage(tools: readonly OptionalTool[] = [], cache = DEFAULT_CACHE): Promise<Image> {
  await mkdir(cache, { recursive: true });
  const modules = [BASE_MODULES, ...Object.values(TOOLS).map((tool) => tool.modules)].flat();
  const kernel = await prepareKernel(cache, modules.map(fileOf));
  const layers = [await baseLayer(cache, kernel)];
  for (const name of tools) {
    layers.push(await toolLayer(cache, kernel, name));
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

async function baseLayer(cache: string, kernel: string): Promise<string> {
  const scripts = await Promise.all(["init", ...COMMAND_SCRIPTS].map((name) => readFile(join(GUEST_SCRIPTS, name))));
  const key = hash([basename(kernel), installed("busybox-static"), installed("nvme-cli"), ...BASE_MODULES, ...scripts]);
  return await cachedLayer(cache, `base-${key}.cpio`, async (root) => {
    for (const folder of ["bin", "sbin", "usr/bin", "usr/sbin", "etc/lab", "root"]) {
      await mkdir(join(root, folder), { recursive: true });
    }
    await cp("/bin/busybox", join(root, "bin/busybox"));
    await symlink("busybox", join(root, "bin/sh"));
    await cp(join(GUEST_SCRIPTS, "init"), join(root, "init"));
    for (const name of COMMAND_SCRIPTS) await cp(join(GUEST_SCRIPTS, name), join(root, "etc/lab", name));
    await copyModules("base", BASE_MODULES, kernel, root);
    await copyProgram("/usr/sbin/nvme", root);
  });
}

async function toolLayer(cache: string, kernel: string, name: OptionalTool): Promise<string> {
  const { packages, programs, fetched = {}, modules, files = {}, folders = [] }: Tool = TOOLS[name];
  const contents = await Promise.all(Object.values(files).map((path) => readFile(path)));
  const wanted = [...packages.map(installed), ...programs, ...Object.entries(fetched).flat(2)];
  const parts = [...wanted, ...modules, ...Object.keys(files), ...contents, ...folders];
  const key = hash([basename(kernel), ...parts]);
  return await cachedLayer(cache, `${name}-${key}.cpio`, async (root) => {
    await copyModules(name, modules, kernel, root);
    for (const program of programs) {
      await copyProgram(program, root);
    }
    for (const [debianPackage, names] of Object.entries(fetched)) {
      await fetchPrograms(debianPackage, names, root);
    }
    for (const folder of folders) {
      await cp(folder, join(root, folder), { recursive: true, dereference: true });
    }
    for (const [guestPath, path] of Object.entries(files)) {
      await mkdir(join(root, dirname(guestPath)), { recursive: true });
      await cp(path, join(root, guestPath), { dereference: true });
    }
  });
}

/** Copies what the kernel has not built in of `modules`, with a list from which the guest's init loads them. */
async function copyModules(list: string, modules: readonly string[], kernel: string, root: string): Promise<void> {
  const lists = join(root, "etc/lab/modules");
  const loadable = join(root, "lib/modules");
  await Promise.all([lists, loadable].map((folder) => mkdir(folder, { recursive: true })));
  const present = await readdir(join(kernel, "modules"));
  const wanted = modules.filter((module) => present.includes(fileOf(module)));
  for (const module of wanted) {
    await cp(join(kernel, "modules", fileOf(module)), join(loadable, fileOf(module)));
  }
  await writeFile(join(lists, list), wanted.map((module) => `${module}\n`).join(""));
}

/** The file of a module that is named with its parameters. */
function fileOf(module: string): string {
  return `${module.split(" ")[0]}.ko`;
}

/** Copies a program with the shared libraries that the loader would find for it, to the same paths. */
async function copyProgram(program: string, root: string, guestPath = program): Promise<void> {
  const { stdout } = await run("ldd", [program]);
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? "");
  for (const [path, target] of [[program, guestPath], ...libraries.map((library) => [library, library])] as const) {
    await mkdir(join(root, dirname(target)), { recursive: true });
    await cp(path, join(root, target), { dereference: true });
  }
}

/** Has apt fetch a package, which proves that Debian made it, and puts programs of it into /usr/sbin. */
async function fetchPrograms(debianPackage: string, names: readonly string[], root: string): Promise<void> {
  const scratch = `${root}.${debianPackage}`;
  const unpacked = join(scratch, "unpacked");
  await mkdir(unpacked, { recursive: true });
  try {
    await run("apt-get", ["download", debianPackage], { cwd: scratch });
    const archive = (await readdir(scratch)).find((name) => name.endsWith(".deb"));
    if (archive === undefined) throw new Error(`apt-get download of ${debianPackage} left no package behind`);
    await run("dpkg-deb", ["--extract", join(scratch, archive), unpacked]);
    for (const name of names) {
      const places = ["sbin", "usr/sbin", "bin", "usr/bin"].map((folder) => join(unpacked, folder, name));
      const program = places.find(existsSync);
      if (program === undefined) throw new Error(`the package ${debianPackage} has no program ${name}`);
      await copyProgram(program, root, `/usr/sbin/${name}`);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The initramfs layer of this name, from what `fill` puts into an empty root if there is none yet. */
export async function cachedLayer(cache: string, name: string, fill: (root: string) => Promise<void>): Promise<string> {
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

function installed(name: string): string {
  const version = installedVersion(name);
  if (version === null) {
    throw new Error(`Debian package ${name} is not installed: apt-get install --no-install-recommends ${name}`);
  }
  return `${name} ${version}`;
}
