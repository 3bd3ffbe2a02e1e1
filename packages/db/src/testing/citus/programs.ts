import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const shared = fileURLToPath(new URL("../../../../../../shared/citus/", import.meta.url));
/** The extension is built for its functions; an earlier one lacks some, and would not load it. */
const postgresql = "postgresql-15 (>= 15.20)";
const debian = ["/usr/lib/postgresql/15", "/usr/share/postgresql/15"] as const;

/** Debian's packages that the extension runs with; none where there is no extension to run. */
export function citusPackages(): readonly string[] {
  if (archiveOf() === undefined) return [];
  return [postgresql, "libldap-2.5-0", "liblz4-1", "libzstd1", "xz-utils"];
}

/** Why no cluster can be had on this machine; null where one can. */
export function citusObstacle(): string | null {
  if (archiveOf() === undefined) return "there is no Citus in ../shared/citus";
  if (!debian.every((folder) => existsSync(folder)))
    return "it needs Debian's PostgreSQL 15: apt install postgresql-15";
  return null;
}

/**
 * A copy of Debian's PostgreSQL 15 with Citus in it, which leaves the machine's own as it is: it finds its files by where
 * its programs lie. Returns the folder of the programs.
 */
export function installCitus(folder: string): string {
  const archive = archiveOf();
  if (archive === undefined) throw new Error("There is no Citus in ../shared/citus.");
  for (const from of debian) {
    mkdirSync(join(folder, from, ".."), { recursive: true });
    cpSync(from, join(folder, from), { recursive: true, verbatimSymlinks: true });
  }
  execFileSync("tar", ["-C", folder, "-xJf", archive]);
  return join(folder, "usr/lib/postgresql/15/bin");
}

function archiveOf(): string | undefined {
  if (!existsSync(shared)) return undefined;
  const name = readdirSync(shared).find((each) => /^citus-.*-postgresql-15-debian-12-amd64\.tar\.xz$/.test(each));
  return name === undefined || process.arch !== "x64" ? undefined : join(shared, name);
}
