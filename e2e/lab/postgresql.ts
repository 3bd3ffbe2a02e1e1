import { existsSync, readdirSync } from "node:fs";
import { installedVersion } from "./debian.ts";

const PROGRAMS = "/usr/lib/postgresql";
/** What initdb loads into each new cluster. */
const LIBRARIES = ["plpgsql.so", "dict_snowball.so"];

/** What a guest needs of this machine's PostgreSQL. */
export interface InstalledPostgresql {
  readonly packages: readonly string[];
  readonly programs: readonly string[];
  readonly folders: readonly string[];
}

/** The newest PostgreSQL of Debian's packages that is here as a whole, or null. It need not be: no other test wants it. */
export function installedPostgresql(): InstalledPostgresql | null {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).filter((name) => /^\d+$/.test(name)) : [];
  const newestFirst = versions.map(Number).sort((one, other) => other - one);
  for (const version of newestFirst) {
    const packages = [`postgresql-${version}`, `postgresql-client-${version}`, "e2fsprogs"];
    if (packages.some((name) => installedVersion(name) === null)) continue;
    const programs = ["postgres", "initdb", "pgbench", "psql"].map((name) => `${PROGRAMS}/${version}/bin/${name}`);
    const libraries = LIBRARIES.map((name) => `${PROGRAMS}/${version}/lib/${name}`);
    if (![...programs, ...libraries].every((path) => existsSync(path))) continue;
    return {
      packages,
      programs: [...programs, ...libraries, "/usr/sbin/mke2fs"],
      folders: [`/usr/share/postgresql/${version}`],
    };
  }
  return null;
}
