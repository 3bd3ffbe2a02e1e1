import { getModel, getModelInput } from "@crosspoint/services/catalog/get-model";
import { listModels } from "@crosspoint/services/catalog/list-models";
import { listSources } from "@crosspoint/services/catalog/list-sources";
import { procedure, router } from "../trpc.ts";

export const catalogRouter = router({
  models: procedure.query(({ ctx }) => listModels(ctx)),
  model: procedure.input(getModelInput).query(({ ctx, input }) => getModel(ctx, input)),
  sources: procedure.query(({ ctx }) => listSources(ctx)),
});
