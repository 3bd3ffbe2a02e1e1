import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changedFiles } from "./git.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "crosspoint-git-"));
  git("init", "-q", "-b", "main");
  for (const file of ["kept", "moved", "committed", "edited"]) writeFileSync(join(root, file), file.repeat(20));
  writeFileSync(join(root, ".gitignore"), "ignored\n");
  commit("first");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
function commit(message: string): void {
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", message);
}

it("names what was committed, edited, added and moved since this branch left the main one", () => {
  git("switch", "-q", "-c", "feature");
  writeFileSync(join(root, "committed"), "now");
  renameSync(join(root, "moved"), join(root, "moved-here"));
  commit("second");
  writeFileSync(join(root, "edited"), "now");
  writeFileSync(join(root, "added"), "now");
  writeFileSync(join(root, "ignored"), "now");
  const base = git("rev-parse", "main").trim();
  expect(changedFiles(root)).toEqual({
    since: base,
    files: ["added", "committed", "edited", "moved", "moved-here"],
  });
});

it("leaves out what others did on the main branch meanwhile", () => {
  git("switch", "-q", "-c", "feature");
  git("switch", "-q", "main");
  writeFileSync(join(root, "kept"), "theirs");
  commit("theirs");
  git("switch", "-q", "feature");
  writeFileSync(join(root, "edited"), "now");
  expect(changedFiles(root).files).toEqual(["edited"]);
});

it("names what is not committed on the main branch itself", () => {
  writeFileSync(join(root, "edited"), "now");
  expect(changedFiles(root).files).toEqual(["edited"]);
});
