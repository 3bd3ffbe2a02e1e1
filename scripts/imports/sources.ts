import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sources } from "./import.ts";

const read = /\.(ts|tsx|mts|mjs|rs)$|(^|\/)(package\.json|Cargo\.toml)$/;

/** What git knows or would add: generated and built files that git ignores are no sources. */
export function readSources(root: string): Sources {
  const listed = git(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).toString();
  const paths = listed.split("\0").filter((path) => read.test(path) && existsSync(join(root, path)));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** The sources as they were at a commit. */
export function readSourcesAt(root: string, commit: string): Sources {
  const listed = git(root, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]).toString();
  const paths = listed.split("\0").filter((path) => read.test(path));
  const batch = git(root, ["cat-file", "--batch"], paths.map((path) => `${commit}:${path}\n`).join(""));
  let at = 0;
  return new Map(
    paths.map((path) => {
      // Each answer is "<id> blob <size>", a line's end, the text and another line's end.
      const begin = batch.indexOf("\n", at) + 1;
      const size = Number(batch.subarray(at, begin).toString().split(" ")[2]);
      at = begin + size + 1;
      return [path, batch.subarray(begin, begin + size).toString()];
    }),
  );
}

function git(root: string, args: string[], input?: string): Buffer {
  return execFileSync("git", args, { cwd: root, input, maxBuffer: 256 * 1024 * 1024 });
}
