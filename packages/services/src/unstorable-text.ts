import type { FieldError } from "@crosspoint/protocol";
import { z } from "zod";

/** Text that a person typed and the database can hold. */
export function storableText(least: number, most: number) {
  return z
    .string()
    .trim()
    .min(least)
    .max(most)
    .refine((value) => unstorableText(value) === undefined, "holds a character that cannot be stored");
}

/**
 * Finds the first text that PostgreSQL cannot hold: one with a NUL character or half of a surrogate pair. JSON may
 * carry both. The value was parsed by a schema, so its depth is bounded.
 */
export function unstorableText(value: unknown): FieldError | undefined {
  const path = pathToUnstorable(value);
  return (
    path && {
      path: path.join("."),
      message: "holds a character that cannot be stored (NUL, or half a surrogate pair)",
    }
  );
}

/** Made only where there is one: every event of every report is searched. */
function pathToUnstorable(value: unknown): string[] | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? [] : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of Object.keys(value)) {
    const below = pathToUnstorable((value as Record<string, unknown>)[key]);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}
