import { createHash } from "node:crypto";
import { mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Builds beside the final place and renames: an interrupted build, or two at once, never leave half an entry. */
export async function cached(cache: string, name: string, build: (target: string) => Promise<void>): Promise<string> {
  const entry = join(cache, name);
  if (await exists(entry)) {
    return entry;
  }
  const scratch = await mkdtemp(join(cache, "build-"));
  try {
    await build(join(scratch, name));
    await rename(join(scratch, name), entry).catch(async (error: unknown) => {
      if (!(await exists(entry))) {
        throw error;
      }
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return entry;
}

/** A short name for whatever the parts say. */
export function hash(parts: readonly (string | Buffer)[]): string {
  const digest = createHash("sha256");
  for (const part of parts) {
    digest.update(part).update("\0");
  }
  return digest.digest("hex").slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
