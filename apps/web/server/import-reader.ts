import type { ImportReader } from "@crosspoint/services/result/rules/read-in-thread";

/**
 * serve.ts makes the reader and the routes use it: it starts threads from a file of its own, which a bundle of Next.js does
 * not have.
 */
const holder = globalThis as typeof globalThis & { crosspointImportReader?: ImportReader };

export function provideImportReader(reader: ImportReader): void {
  holder.crosspointImportReader = reader;
}

export function importReader(): ImportReader {
  if (holder.crosspointImportReader === undefined) throw new Error("The pages were not started by serve.ts.");
  return holder.crosspointImportReader;
}
