/**
 * Writes the next migration: what prisma/schema in the working tree asks for beyond the committed one.
 * `npm run -w @crosspoint/db new-migration -- add_alert_rules`. Read the SQL, add by hand what Prisma cannot say.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../embedded/index.ts";
import { diffScript } from "./diff.ts";
import { migrationsDir, schemas } from "./engine.ts";

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error("Give the migration a name in lower case: new-migration add_alert_rules");
  process.exit(2);
}

const committed = { files: schemas().files.map(({ path }) => ({ path, content: committedContent(path) })) };
const dataDir = mkdtempSync(join(tmpdir(), "crosspoint-diff-"));
const server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true });
try {
  const sql = await diffScript(server.url("postgres"), committed, schemas());
  const folder = join(migrationsDir, `${timestamp()}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), `${sql}\n`);
  console.log(folder);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}

function committedContent(path: string): string {
  try {
    return execFileSync("git", ["show", `HEAD:prisma/schema/${path}`], { encoding: "utf8", cwd: migrationsDir });
  } catch {
    return "";
  }
}

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, "").slice(0, 14);
}
