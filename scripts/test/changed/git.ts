import { execFileSync } from "node:child_process";

/** What differs from where this branch left the main one: commits, what is not committed yet, and new files. */
export function changedFiles(root: string): { readonly since: string; readonly files: string[] } {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  const since = mergeBase(git);
  // With --no-renames a moved file is named where it was and where it is.
  const tracked = git("diff", "--name-only", "--no-renames", since).split("\n");
  const added = git("ls-files", "--others", "--exclude-standard").split("\n");
  return { since, files: [...new Set([...tracked, ...added])].filter((file) => file !== "").sort() };
}

function mergeBase(git: (...args: string[]) => string): string {
  for (const main of ["main", "origin/main"]) {
    try {
      return git("merge-base", "HEAD", main);
    } catch {
      // Not in this clone: the next.
    }
  }
  return "HEAD";
}
