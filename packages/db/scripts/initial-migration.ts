/**
 * Writes the tables of the one initial migration anew from prisma/schema: `npm run -w @crosspoint/db initial-migration`.
 * Until the first release nobody has data, so that a change rewrites this migration instead of adding one. What stands
 * below its mark is written by hand and kept.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../src/embedded/index.ts";
import { diffScript } from "../src/migrate/diff.ts";
import { migrationsDir, schemas } from "../src/migrate/engine.ts";
import { initialMigration } from "../src/migrate/initial.ts";

const file = join(migrationsDir, "20261121000000_initial", "migration.sql");
const dataDir = mkdtempSync(join(tmpdir(), "crosspoint-diff-"));
const server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true });
try {
  const generated = await diffScript(server.url("postgres"), "empty", schemas());
  writeFileSync(file, initialMigration(generated, readFileSync(file, "utf8")));
  console.log(file);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}
