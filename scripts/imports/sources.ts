import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sources } from "./import.ts";

const read = /\.(ts|tsx|mts|mjs|rs)$|(^|\/)(package\.json|Cargo\.toml)$/;

/** What git knows or would add: generated and built files that git ignores are no sources. */
export function readSources(root: string): Sources {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = listed.split("\0").filter((path) => read.test(path) && existsSync(join(root, path)));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
