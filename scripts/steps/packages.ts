import { execFileSync } from "node:child_process";
import { runToEnd } from "./child.ts";

/** dpkg-query's own placeholder, not JavaScript's. */
const statusFormat = "$" + "{Status}";

/** The Debian packages out of `names` that are not installed; all of them where dpkg is not there. */
export function missingDebianPackages(names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      const status = execFileSync("dpkg-query", ["-W", "-f", statusFormat, name], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      return !status.toString().includes("install ok installed");
    } catch {
      return true;
    }
  });
}

/** Installs what is missing, where it may: as root on a Debian. Returns what is still missing. */
export async function ensureDebianPackages(names: readonly string[], show?: (line: string) => void): Promise<string[]> {
  const missing = missingDebianPackages(names);
  if (missing.length === 0 || process.getuid?.() !== 0) return missing;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const remedy = "apt's own message is above.";
  try {
    await runToEnd("apt-get", ["update", "-q"], { env, show, remedy });
    await runToEnd("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...missing], { env, show, remedy });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return missingDebianPackages(names);
}
