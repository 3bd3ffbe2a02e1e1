import type { z } from "zod";
import { parseEntries, requireKnown, requireUnique } from "./catalog-error.ts";
import { methodEntry } from "./schema/methods.ts";

/** A test method of a review or a standard; `parameters` are under the names and in the units of data/methods.yaml. */
export interface Method {
  readonly id: string;
  readonly name: string;
  readonly sourceIds: readonly string[];
  /** Its tests as parameters, or as a sentence. */
  readonly tests: string | readonly Readonly<Record<string, unknown>>[];
  readonly parameters: Readonly<Record<string, z.core.util.JSONType>>;
}

const FILE = "methods.yaml";

/** Validates data/methods.yaml against itself and against the known sources. */
export function parseMethods(raw: unknown, sourceIds: ReadonlySet<string>): Method[] {
  const entries = parseEntries(FILE, methodEntry, raw, (entry) => entry.id);
  requireUnique(
    FILE,
    entries.map((entry) => entry.id),
  );
  return entries.map(({ id, name, sources, tests = [], ...parameters }) => {
    for (const source of sources) requireKnown(FILE, id, "source", source, sourceIds);
    return { id, name, sourceIds: sources, tests, parameters };
  });
}
