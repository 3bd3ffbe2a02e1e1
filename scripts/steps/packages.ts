import { execFileSync } from "node:child_process";
import { runToEnd } from "./child.ts";

/** dpkg-query's own placeholders, not JavaScript's. */
const format = "$" + "{Status}\\n$" + "{Version}";
/** A package, or one from a version on, as Debian's control files say it: `postgresql-15 (>= 15.20)`. */
const relation = /^(\S+)(?: \(>= (\S+)\))?$/;

/** Those of Debian's packages, `name` or `name (>= version)`, that are not installed; all where dpkg is not there. */
export function missingDebianPackages(wanted: readonly string[]): string[] {
  return wanted.filter((one) => {
    const [, name = one, version] = relation.exec(one) ?? [];
    try {
      const [status, installed = ""] = run("dpkg-query", ["-W", "-f", format, name]).split("\n");
      if (status !== "install ok installed") return true;
      if (version !== undefined) run("dpkg", ["--compare-versions", installed, "ge", version]);
      return false;
    } catch {
      return true;
    }
  });
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Installs what is missing, where it may: as root on a Debian. Returns what is still missing. */
export async function ensureDebianPackages(
  wanted: readonly string[],
  show?: (line: string) => void,
): Promise<string[]> {
  const missing = missingDebianPackages(wanted);
  if (missing.length === 0 || process.getuid?.() !== 0) return missing;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const remedy = "apt's own message is above.";
  try {
    await runToEnd("apt-get", ["update", "-q"], { env, show, remedy });
    const names = missing.map((one) => relation.exec(one)?.[1] ?? one);
    await runToEnd("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], { env, show, remedy });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return missingDebianPackages(wanted);
}
