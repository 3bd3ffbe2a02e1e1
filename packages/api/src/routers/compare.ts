import { choicesInput, listChoices } from "@crosspoint/services/compare/choices";
import { differencesInput, getDifferences } from "@crosspoint/services/compare/differences";
import { getComparison } from "@crosspoint/services/compare/get";
import { comparisonRowsInput, getComparisonRows } from "@crosspoint/services/compare/get-rows";
import { candidatesInput, listCandidates } from "@crosspoint/services/compare/list-candidates";
import { comparisonSelection } from "@crosspoint/services/compare/rules/selection";
import { procedure, router } from "../trpc.ts";

export const compareRouter = router({
  get: procedure.input(comparisonSelection).query(({ ctx, input }) => getComparison(ctx, input)),
  differences: procedure.input(differencesInput).query(({ ctx, input }) => getDifferences(ctx, input)),
  choices: procedure.input(choicesInput).query(({ ctx, input }) => listChoices(ctx, input)),
  rows: procedure.input(comparisonRowsInput).query(({ ctx, input }) => getComparisonRows(ctx, input)),
  candidates: procedure.input(candidatesInput).query(({ ctx, input }) => listCandidates(ctx, input)),
});
