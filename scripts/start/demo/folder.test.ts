import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requireFolderOf } from "./folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keeps the demo's folder for the demo", () => {
  const ofDemo = join(folder, "demo-data");
  requireFolderOf(true, ofDemo);
  mkdirSync(join(ofDemo, "cluster"));
  requireFolderOf(true, ofDemo);
  expect(() => requireFolderOf(false, ofDemo)).toThrow(/holds the simulated fleet/);
});

it("puts no demo where another database is", () => {
  requireFolderOf(false, folder);
  mkdirSync(join(folder, "cluster"));
  requireFolderOf(false, folder);
  expect(() => requireFolderOf(true, folder)).toThrow(/a database that is not the demo's/);
});

it("lets a fleet's folder hold that of the demo, as .data does", () => {
  mkdirSync(join(folder, "cluster"));
  requireFolderOf(true, join(folder, "demo"));
  requireFolderOf(false, folder);
  expect(() => requireFolderOf(true, folder)).toThrow(/a database that is not the demo's/);
});
