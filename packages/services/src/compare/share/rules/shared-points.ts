import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";

/** Most points of one answer: as many as can be told apart by eye. */
const pointsLimit = 24;

export const sharedPoints = z.object({
  points: z
    .array(
      z.object({
        runId: z.uuid(),
        sequence: z
          .int()
          .min(0)
          .max(protocolLimits.pointsPerRun - 1),
      }),
    )
    .min(1)
    .max(pointsLimit),
});
