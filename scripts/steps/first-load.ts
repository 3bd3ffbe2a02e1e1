import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./paths.ts";

const built = join(root, "apps/web/.next");
const appDir = "server/app";
const manifestName = "page_client-reference-manifest.js";

/** What the browser loads of JavaScript before a page can be used; what comes later (charts, dialogs) is not in it. */
export interface FirstLoad {
  /** "/drives/[id]". */
  readonly page: string;
  readonly scripts: number;
  readonly gzipBytes: number;
}

/** The first load of each built page, by Next.js's own lists; the heaviest first. */
export function firstLoads(): FirstLoad[] {
  const { rootMainFiles } = JSON.parse(readFileSync(join(built, "build-manifest.json"), "utf8")) as {
    rootMainFiles: string[];
  };
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(built, file))).byteLength;
    sizes.set(file, size);
    return size;
  };
  return globSync(`**/${manifestName}`, { cwd: join(built, appDir) })
    .map((manifest) => {
      const scripts = [...new Set([...rootMainFiles, ...entryScripts(join(built, appDir, manifest))])];
      const gzipBytes = scripts.reduce((sum, file) => sum + sizeOf(file), 0);
      return { page: pageOf(manifest), scripts: scripts.length, gzipBytes };
    })
    .toSorted((a, b) => b.gzipBytes - a.gzipBytes);
}

/** The manifest is a script that sets one object: "globalThis.__RSC_MANIFEST[…] = {…}". */
function entryScripts(manifest: string): string[] {
  const text = readFileSync(manifest, "utf8");
  const object = text.slice(text.search(/\]\s*=\s*\{/));
  const { entryJSFiles } = JSON.parse(object.slice(object.indexOf("{")).replace(/;?\s*$/, "")) as {
    entryJSFiles: Record<string, string[]>;
  };
  return Object.values(entryJSFiles)
    .flat()
    .filter((file) => file.endsWith(".js"));
}

/** "(frame)/drives/[id]/page_client-…" is "/drives/[id]": a folder in parentheses is no part of the address. */
function pageOf(manifest: string): string {
  const folders = manifest.split("/").slice(0, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join("/")}`;
}
