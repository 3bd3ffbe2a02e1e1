import { choicesInput, listChoices } from "@crosspoint/services/compare/choices";
import { differencesInput, getDifferences } from "@crosspoint/services/compare/differences";
import { comparedFioJobInput, writeComparedFioJob } from "@crosspoint/services/compare/fio-job";
import { getComparison } from "@crosspoint/services/compare/get";
import { comparedHistogramsInput, readComparedHistograms } from "@crosspoint/services/compare/histograms";
import { comparisonSelection } from "@crosspoint/services/compare/rules/selection";
import { listSavedComparisons } from "@crosspoint/services/compare/saved/list";
import { removeComparison, removeComparisonInput } from "@crosspoint/services/compare/saved/remove";
import { saveComparison, saveComparisonInput } from "@crosspoint/services/compare/saved/save";
import { updateComparison, updateComparisonInput } from "@crosspoint/services/compare/saved/update";
import { shareComparison, shareComparisonInput } from "@crosspoint/services/compare/share/create";
import { getSharedDifferences, sharedDifferencesInput } from "@crosspoint/services/compare/share/differences";
import { getShared, sharedInput } from "@crosspoint/services/compare/share/get";
import { readSharedHistograms, sharedHistogramsInput } from "@crosspoint/services/compare/share/histograms";
import { listShares } from "@crosspoint/services/compare/share/list";
import { revokeShare, revokeShareInput } from "@crosspoint/services/compare/share/revoke";
import { driveTrend, trendInput } from "@crosspoint/services/compare/trend";
import { procedure, router, sharedProcedure } from "../trpc.ts";

export const compareRouter = router({
  get: procedure.input(comparisonSelection).query(({ ctx, input }) => getComparison(ctx, input)),
  differences: procedure.input(differencesInput).query(({ ctx, input }) => getDifferences(ctx, input)),
  histograms: procedure.input(comparedHistogramsInput).query(({ ctx, input }) => readComparedHistograms(ctx, input)),
  fioJob: procedure.input(comparedFioJobInput).query(({ ctx, input }) => writeComparedFioJob(ctx, input)),
  trend: procedure.input(trendInput).query(({ ctx, input }) => driveTrend(ctx, input)),
  choices: procedure.input(choicesInput).query(({ ctx, input }) => listChoices(ctx, input)),
  saved: router({
    list: procedure.query(({ ctx }) => listSavedComparisons(ctx)),
    save: procedure.input(saveComparisonInput).mutation(({ ctx, input }) => saveComparison(ctx, input)),
    update: procedure.input(updateComparisonInput).mutation(({ ctx, input }) => updateComparison(ctx, input)),
    remove: procedure.input(removeComparisonInput).mutation(({ ctx, input }) => removeComparison(ctx, input)),
  }),
  share: router({
    create: procedure.input(shareComparisonInput).mutation(({ ctx, input }) => shareComparison(ctx, input)),
    list: procedure.query(({ ctx }) => listShares(ctx)),
    revoke: procedure.input(revokeShareInput).mutation(({ ctx, input }) => revokeShare(ctx, input)),
  }),
  /** Open to whoever holds the token of a share link. */
  shared: router({
    get: sharedProcedure.input(sharedInput).query(({ ctx, input }) => getShared(ctx, input)),
    differences: sharedProcedure
      .input(sharedDifferencesInput)
      .query(({ ctx, input }) => getSharedDifferences(ctx, input)),
    histograms: sharedProcedure
      .input(sharedHistogramsInput)
      .query(({ ctx, input }) => readSharedHistograms(ctx, input)),
  }),
});
