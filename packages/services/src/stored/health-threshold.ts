import type { Grade } from "@crosspoint/domain";
import { z } from "zod";

const severity = z.enum(["failed", "replace", "watch"]);
/** Figures of any rule: a percentage, kelvin, minutes, a count. */
const figure = z.number().min(-1e15).max(1e15);

/** A rule's grades as somebody sets them; domain says whether they fit the rule. */
export const gradesSchema = z.union([
  z.literal("off"),
  z
    .array(
      z.strictObject({
        severity,
        at: figure,
        clearsAt: figure.optional(),
        withinHours: z.number().positive().max(8760).optional(),
        forMinutes: z.number().min(0).max(525_600).optional(),
      }),
    )
    .min(1)
    .max(3),
]);

/** The one reader of `health_threshold.grades`. */
export function readGrades(column: unknown): "off" | Grade[] {
  return gradesSchema.parse(column);
}
