import { posix } from "node:path";
import type { Import } from "./import.ts";

/** Where a file counts as lying: Rust's `report.rs` beside `report/` is that folder's own file, as `report/mod.rs` would be. */
export function placeInFolders(imports: readonly Import[]): (path: string) => string {
  const folders = new Set(imports.flatMap(({ from, to }) => [posix.dirname(from), posix.dirname(to)]));
  return (path) => {
    const own = path.replace(/\.rs$/, "");
    return own !== path && folders.has(own) ? `${own}/mod.rs` : path;
  };
}
