import { pointIdentity } from "@crosspoint/protocol";
import { z } from "zod";

/**
 * Which points of a batch's runs are one: the same step of the plan, in the same round and with the same value of what a search
 * raised, under the same load. A plan measures no two points of a run that agree in all of it.
 */
export const batchPlace = z.object({
  stepPath: pointIdentity.stepPath,
  round: pointIdentity.round,
  raised: pointIdentity.raised,
  workloadKey: z.string().min(1).max(4096),
});
export type BatchPlace = z.infer<typeof batchPlace>;
