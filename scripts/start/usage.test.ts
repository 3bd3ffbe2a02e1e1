import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it.each(["--help", "-h"])("npm start -- %s lists the options of a clone, and installs nothing for it", (flag) => {
  const clone = mkdtempSync(join(tmpdir(), "crosspoint-clone-"));
  mkdirSync(join(clone, "scripts/start"), { recursive: true });
  for (const file of ["start.mjs", "bootstrap.mjs", "start/usage.mjs"]) {
    cpSync(join(import.meta.dirname, "..", file), join(clone, "scripts", file));
  }
  const printed = execFileSync(process.execPath, [join(clone, "scripts/start.mjs"), flag], { encoding: "utf8" });
  expect(printed).toContain("--no-agent");
  expect(existsSync(join(clone, "node_modules"))).toBe(false);
});
