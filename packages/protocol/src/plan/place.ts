import { z } from "zod";
import { protocolLimits } from "../limits.ts";

/** Where a step stands in its plan: [1] is the second step, [1, 0] the first within it. */
export const stepPath = z
  .array(
    z
      .int()
      .min(0)
      .max(protocolLimits.stepsPerPlan - 1),
  )
  .min(1)
  .max(protocolLimits.stepNesting);
