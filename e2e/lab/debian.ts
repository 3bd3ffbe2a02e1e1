import { execFileSync } from "node:child_process";

/** The Debian packages that the lab runs on (its guest kernel is fetched by itself, see image.ts). */
export const LAB_PACKAGES = [
  "qemu-system-x86", // emulates the machine and its NVMe controllers
  "busybox-static", // the guest's user space
  "nvme-cli", // copied into the guest: what the agent wraps
  "fio", // copied into the guest: the second opinion on a benchmark
  "dmsetup", // copied into the guest, as the next four are: what may use a drive, or stand in for a faulty one
  "lvm2",
  "mdadm",
  "e2fsprogs",
  "fdisk",
  "cpio", // packs the initramfs
  "xz-utils", // unpacks kernel modules
  "util-linux", // setpriv, which ties QEMU's life to ours
] as const;

/** The lab packages that are not installed, in the order of LAB_PACKAGES. */
export function missingPackages(): string[] {
  return LAB_PACKAGES.filter((name) => installedVersion(name) === null);
}

/** Why the lab cannot run on this machine, with the remedy, or null if it can. */
export function labObstacle(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `the lab needs Linux on x86-64; this is ${process.platform} on ${process.arch}`;
  }
  if (output("apt-cache", ["--version"]) === null) {
    return "the lab takes its kernel and tools from Debian packages; this machine has no apt";
  }
  const missing = missingPackages();
  if (missing.length > 0) {
    return `the lab needs Debian packages: apt-get install --no-install-recommends ${missing.join(" ")}`;
  }
  return null;
}

/** The installed version of a Debian package, or null. */
export function installedVersion(name: string): string | null {
  const status = output("dpkg", ["--status", name]);
  return (/^Status: .* installed$/m.test(status ?? "") && status?.match(/^Version: (.+)$/m)?.[1]) || null;
}

export interface DebianPackage {
  name: string;
  version: string;
}

/** The newest stock cloud kernel (NVMe built in, small) that apt offers, or null if apt knows none. */
export function newestCloudKernel(): DebianPackage | null {
  const records = output("apt-cache", ["show", "--no-all-versions", "^linux-image-[0-9].*-cloud-amd64$"]) ?? "";
  const versions = new Map<string, string>();
  for (const record of records.split("\n\n")) {
    const name = record.match(/^Package: (.+)$/m)?.[1];
    const version = record.match(/^Version: (.+)$/m)?.[1];
    if (name !== undefined && version !== undefined) {
      versions.set(name, version);
    }
  }
  const name = newestKernelName([...versions.keys()]);
  const version = name === null ? undefined : versions.get(name);
  return name === null || version === undefined ? null : { name, version };
}

/** The highest version among `linux-image-<a>.<b>.<c>…-cloud-amd64`; names without three numbers are meta packages. */
export function newestKernelName(names: readonly string[]): string | null {
  const kernels = names.filter((name) => /^linux-image-\d+\.\d+\.\d+.*-cloud-amd64$/.test(name));
  kernels.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return kernels.at(-1) ?? null;
}

function output(command: string, args: readonly string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: "utf8", maxBuffer: 16 << 20, stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return null;
  }
}
