import { execFileSync } from "node:child_process";

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
