import type { FieldError } from "@crosspoint/protocol";

/**
 * Finds the first text that PostgreSQL cannot hold: one with a NUL character or half of a surrogate pair. JSON may
 * carry both. The value was parsed by a schema, so its depth is bounded.
 */
export function unstorableText(value: unknown, path: readonly string[] = []): FieldError | undefined {
  if (typeof value === "string") {
    if (!value.includes("\0") && value.isWellFormed()) return undefined;
    return { path: path.join("."), message: "holds a character that cannot be stored (NUL, or half a surrogate pair)" };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = unstorableText(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
