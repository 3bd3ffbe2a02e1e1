import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { writeWhole } from "./write.ts";

it("is a file only once it is whole", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-backup-"));
  const file = join(folder, "backup.sql.gz");
  const duringWrite: string[][] = [];
  const source = async function* () {
    yield "first\n";
    duringWrite.push(readdirSync(folder));
    yield "second\n";
  };
  await writeWhole(file, Readable.from(source()));
  expect(duringWrite).toEqual([[`backup.sql.gz.${process.pid}.partial`]]);
  expect(readdirSync(folder)).toEqual(["backup.sql.gz"]);
  expect(gunzipSync(readFileSync(file)).toString()).toBe("first\nsecond\n");
});

it("leaves nothing behind when it fails half-way, and says that the disk is full", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-backup-"));
  const source = async function* () {
    yield "first\n";
    throw Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" });
  };
  await expect(writeWhole(join(folder, "backup"), Readable.from(source()))).rejects.toThrow(
    "could not be written: the disk is full. Nothing was left behind.",
  );
  expect(readdirSync(folder)).toEqual([]);
});
