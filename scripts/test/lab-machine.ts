import { spawnSync } from "node:child_process";
import { missingDebianPackages } from "../steps/packages.ts";

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

/** Why the lab cannot run on this machine, with the remedy, or null if it can. */
export function labObstacle(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `the lab needs Linux on x86-64; this is ${process.platform} on ${process.arch}`;
  }
  if (spawnSync("apt-cache", ["--version"]).status !== 0) {
    return "the lab takes its kernel and tools from Debian packages; this machine has no apt";
  }
  const missing = missingDebianPackages(LAB_PACKAGES);
  if (missing.length > 0) {
    return `the lab needs Debian packages: apt-get install --no-install-recommends ${missing.join(" ")}`;
  }
  return null;
}
