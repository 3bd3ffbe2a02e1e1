import { execFileSync, spawnSync } from "node:child_process";

/**
 * A copy of this system that is thrown away: the real root below an overlay in memory, in a mount namespace of its
 * own. A package is really installed there by dpkg, with its maintainer scripts, and this system sees none of it. There
 * is no init in it, so services are enabled, but not started.
 */
const enter = `
set -e
place=$(mktemp -d)
trap 'rmdir "$place" 2>/dev/null || true' EXIT
mount -t tmpfs tmpfs "$place"
mkdir "$place/upper" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
mount -t proc proc "$place/root/proc"
mount -t tmpfs tmpfs "$place/root/run"
mount -t tmpfs tmpfs "$place/root/tmp"
mount --rbind /dev "$place/root/dev"
cp "$1" "$place/root/tmp/package.deb"
chroot "$place/root" sh -ec "$2"
`;

/** What stands against it, in words; null where it works. */
export function packageObstacle(): string | null {
  if (process.getuid?.() !== 0) return "a throw-away root needs root";
  try {
    execFileSync(
      "unshare",
      ["--mount", "--propagation", "private", "sh", "-c", enter, "sh", "/dev/null", "dpkg --version"],
      {
        stdio: "ignore",
      },
    );
    return null;
  } catch {
    return "a throw-away root needs overlayfs, mount namespaces and dpkg";
  }
}

/** Runs a shell script in a fresh copy, with the package as /tmp/package.deb; returns what it printed. */
export function inThrowAwayRoot(packagePath: string, script: string): string {
  const args = ["--mount", "--propagation", "private", "sh", "-c", enter, "sh", packagePath, script];
  const { status, stdout, stderr } = spawnSync("unshare", args, {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  if (status !== 0) throw new Error(`The script ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}
