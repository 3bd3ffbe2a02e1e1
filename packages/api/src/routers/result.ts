import { histogramsInput, readHistograms } from "@crosspoint/services/result/histograms";
import { procedure, router } from "../trpc.ts";

export const resultRouter = router({
  histograms: procedure.input(histogramsInput).query(({ ctx, input }) => readHistograms(ctx, input)),
});
