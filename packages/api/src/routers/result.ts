import { histogramsInput, readHistograms } from "@crosspoint/services/result/histograms";
import { importedRunInput, previewImportRemoval, removeImport } from "@crosspoint/services/result/remove-import";
import { procedure, router } from "../trpc.ts";

export const resultRouter = router({
  histograms: procedure.input(histogramsInput).query(({ ctx, input }) => readHistograms(ctx, input)),
  previewRemoval: procedure.input(importedRunInput).query(({ ctx, input }) => previewImportRemoval(ctx, input)),
  removeImport: procedure.input(importedRunInput).mutation(({ ctx, input }) => removeImport(ctx, input)),
});
