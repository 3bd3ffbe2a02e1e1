import { createPlan, createPlanInput } from "@crosspoint/services/plan/create";
import { deletePlan, deletePlanInput } from "@crosspoint/services/plan/delete";
import { getBuiltInPlan, getBuiltInPlanInput } from "@crosspoint/services/plan/get-built-in";
import { getSavedPlan, getSavedPlanInput } from "@crosspoint/services/plan/get-saved";
import { listPlans } from "@crosspoint/services/plan/list";
import { listSavedPlans } from "@crosspoint/services/plan/list-saved";
import { checkPlan, checkPlanInput, readPlanText, readTextInput } from "@crosspoint/services/plan/read-text";
import { renamePlan, renamePlanInput } from "@crosspoint/services/plan/rename";
import { savePlanVersion, saveVersionInput } from "@crosspoint/services/plan/save-version";
import { writePlanText, writeTextInput } from "@crosspoint/services/plan/write-text";
import { procedure, router } from "../trpc.ts";

export const planRouter = router({
  list: procedure.query(({ ctx }) => listPlans(ctx)),
  builtIn: procedure.input(getBuiltInPlanInput).query(({ ctx, input }) => getBuiltInPlan(ctx, input)),
  saved: procedure.query(({ ctx }) => listSavedPlans(ctx)),
  get: procedure.input(getSavedPlanInput).query(({ ctx, input }) => getSavedPlan(ctx, input)),
  create: procedure.input(createPlanInput).mutation(({ ctx, input }) => createPlan(ctx, input)),
  saveVersion: procedure.input(saveVersionInput).mutation(({ ctx, input }) => savePlanVersion(ctx, input)),
  rename: procedure.input(renamePlanInput).mutation(({ ctx, input }) => renamePlan(ctx, input)),
  delete: procedure.input(deletePlanInput).mutation(({ ctx, input }) => deletePlan(ctx, input)),
  // These change nothing; a plan's text is too long for the URL of a query.
  readText: procedure.input(readTextInput).mutation(({ ctx, input }) => readPlanText(ctx, input)),
  check: procedure.input(checkPlanInput).mutation(({ ctx, input }) => checkPlan(ctx, input)),
  text: procedure.input(writeTextInput).query(({ ctx, input }) => writePlanText(ctx, input)),
});
