import { comparisonInput, getComparison } from "@crosspoint/services/compare/get";
import { candidatesInput, listCandidates } from "@crosspoint/services/compare/list-candidates";
import { procedure, router } from "../trpc.ts";

export const compareRouter = router({
  get: procedure.input(comparisonInput).query(({ ctx, input }) => getComparison(ctx, input)),
  candidates: procedure.input(candidatesInput).query(({ ctx, input }) => listCandidates(ctx, input)),
});
