import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeOldSockets, socketFolder } from "./sockets.ts";

it.each([
  ["/var/lib/crosspoint-server/cluster", true],
  [`/${"a".repeat(87)}`, true],
  [`/${"a".repeat(88)}`, false],
  ["/srv/one,two/cluster", false],
  ["/srv/its folder/cluster", false],
])("has a socket in %s: %s", (folder, has) => {
  expect(socketFolder(folder)).toBe(has ? folder : undefined);
});

it("removes what servers that were killed left of their sockets, and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-sockets-"));
  for (const name of [".s.PGSQL.4711", ".s.PGSQL.4711.lock", "PG_VERSION", "postmaster.pid"]) {
    writeFileSync(join(folder, name), "");
  }
  removeOldSockets(folder);
  expect(readdirSync(folder).toSorted()).toEqual(["PG_VERSION", "postmaster.pid"]);
  rmSync(folder, { recursive: true });
});
