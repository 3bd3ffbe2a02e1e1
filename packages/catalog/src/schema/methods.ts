import { z } from "zod";
import { id, text } from "./primitives.ts";

/**
 * An entry of data/methods.yaml. Each method has parameters of its own kind; they are kept as the source states them,
 * under their own names, and become typed where a plan is built from them.
 */
export const methodEntry = z
  .object({
    id,
    name: text,
    sources: z.array(id),
    tests: z.union([text, z.array(z.looseObject({ name: text })).min(1)]).optional(),
  })
  .catchall(z.json());
