import { z } from "zod";
import { type Contradiction, choice, contradicts, fieldsOf, whole } from "./field.ts";
import { blockBytes, data, durationSeconds, fills, queueDepth, spanPercent, threads } from "./values.ts";

const fill = fieldsOf({
  kind: z.literal("fill"),
  method: choice(["sequential", "random", "sprandom"]).describe(
    "sprandom: the state that random writes lead to, by writing every block once.",
  ),
  blockBytes,
  fills: fills.optional().describe("How many times the span is written; not for sprandom, which writes it once."),
  queueDepth: queueDepth.optional().describe("32 by default."),
  threads: threads.optional().describe("1 by default."),
  overProvisioningPercent: whole(1, 99)
    .optional()
    .describe("Of sprandom, which needs it: the over-provisioning of the drive that it assumes."),
  data: data.optional(),
  spanPercent: spanPercent.optional(),
  durationSecondsMax: durationSeconds.optional().describe("Longest time; a week by default."),
});

/** Writes the target over, to bring it into a state. Measured, but never a result. */
export const fillStep = fill
  .check(contradicts(fillContradictions))
  .describe("Preconditioning: writes the target over. Its speed is shown, but it is never a result.");

function fillContradictions({ method, fills, overProvisioningPercent }: z.infer<typeof fill>): Contradiction[] {
  const found: Contradiction[] = [];
  const misplaced = (field: string, message: string) => found.push({ path: [field], message });
  if (method !== "sprandom") {
    if (fills === undefined) misplaced("fills", "is missing");
    if (overProvisioningPercent !== undefined) {
      misplaced("overProvisioningPercent", "only sprandom assumes an over-provisioning: leave it out");
    }
    return found;
  }
  if (fills !== undefined) misplaced("fills", "sprandom writes the span once: leave fills out");
  if (overProvisioningPercent === undefined) misplaced("overProvisioningPercent", "is missing");
  return found;
}
