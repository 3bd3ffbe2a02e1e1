import { z } from "zod";
import { id, text } from "./primitives.ts";

const grade = z.strictObject({
  severity: z.enum(["failed", "replace", "watch"]),
  at: z.number(),
  clears_at: z.number().optional(),
  within_hours: z.number().optional(),
  for_minutes: z.number().optional(),
});

/** An entry of data/health-defaults.yaml. */
export const healthDefaultEntry = z.strictObject({
  id,
  models: z.array(text).min(1),
  rule: text,
  grades: z.union([z.literal("off"), z.array(grade)]),
  why: text,
  source: text,
});

export type HealthDefaultEntry = z.infer<typeof healthDefaultEntry>;
