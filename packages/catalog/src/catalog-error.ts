import type { z } from "zod";

/** The catalog's data is wrong; the message names the file, the entry and what is wrong with it. */
export class CatalogError extends Error {
  override readonly name = "CatalogError";
}

/** Parses a list entry by entry, so that an error can name the entry rather than its index. */
export function parseEntries<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  raw: unknown,
  nameOf: (entry: Record<string, unknown>) => unknown,
): z.infer<Schema>[] {
  if (!Array.isArray(raw)) throw new CatalogError(`${file}: a list is expected.`);
  return raw.map((entry: unknown, index) => {
    const result = schema.safeParse(entry);
    if (result.success) return result.data;
    const name = typeof entry === "object" && entry !== null ? nameOf(entry as Record<string, unknown>) : undefined;
    const issues = result.error.issues.map((issue) => `${issue.path.join(".") || "entry"}: ${issue.message}`);
    throw new CatalogError(`${file}, ${String(name ?? `entry ${index + 1}`)}: ${issues.join("; ")}`);
  });
}

/** Fails on the first id that occurs twice. */
export function requireUnique(file: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new CatalogError(`${file}: ${id} occurs twice.`);
    seen.add(id);
  }
}

/** Fails when an entry refers to something that the catalog does not have. */
export function requireKnown(file: string, entry: string, kind: string, id: string, known: ReadonlySet<string>): void {
  if (!known.has(id)) throw new CatalogError(`${file}, ${entry}: there is no ${kind} "${id}".`);
}
