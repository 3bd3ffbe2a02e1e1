import { chooseAgain, runAgainInput } from "@crosspoint/services/run/again";
import { annotateInput, annotateRun } from "@crosspoint/services/run/annotate";
import { cancelBenchmark, cancelInput } from "@crosspoint/services/run/cancel";
import { cancelPoint, cancelPointInput } from "@crosspoint/services/run/cancel-point";
import { conformanceInput, driveConformance } from "@crosspoint/services/run/conformance";
import { countQueued } from "@crosspoint/services/run/count-queued";
import { getBenchmark, getRunInput } from "@crosspoint/services/run/get";
import { launchBenchmark, launchInput } from "@crosspoint/services/run/launch";
import { listBenchmarks, listRunsInput } from "@crosspoint/services/run/list";
import { listQueue, listQueueInput } from "@crosspoint/services/run/list-queue";
import { listRepeats, listRepeatsInput } from "@crosspoint/services/run/list-repeats";
import { listTargets, listTargetsInput } from "@crosspoint/services/run/list-targets";
import { offerSettings, offerSettingsInput } from "@crosspoint/services/run/offer-settings";
import { preflightBenchmark, preflightInput } from "@crosspoint/services/run/preflight";
import { pointHeatInput, readPointHeat } from "@crosspoint/services/run/read-heat";
import { pointSecondsInput, readPointSeconds } from "@crosspoint/services/run/read-seconds";
import { readWhole } from "@crosspoint/services/run/read-whole";
import { reorderInput, reorderQueue } from "@crosspoint/services/run/reorder";
import { procedure, router } from "../trpc.ts";

export const runRouter = router({
  targets: procedure.input(listTargetsInput).query(({ ctx, input }) => listTargets(ctx, input)),
  settings: procedure.input(offerSettingsInput).query(({ ctx, input }) => offerSettings(ctx, input)),
  preflight: procedure.input(preflightInput).query(({ ctx, input }) => preflightBenchmark(ctx, input)),
  launch: procedure.input(launchInput).mutation(({ ctx, input }) => launchBenchmark(ctx, input)),
  cancel: procedure.input(cancelInput).mutation(({ ctx, input }) => cancelBenchmark(ctx, input)),
  cancelPoint: procedure.input(cancelPointInput).mutation(({ ctx, input }) => cancelPoint(ctx, input)),
  annotate: procedure.input(annotateInput).mutation(({ ctx, input }) => annotateRun(ctx, input)),
  again: procedure.input(runAgainInput).query(({ ctx, input }) => chooseAgain(ctx, input)),
  queue: procedure.input(listQueueInput).query(({ ctx, input }) => listQueue(ctx, input)),
  countQueued: procedure.query(({ ctx }) => countQueued(ctx)),
  reorder: procedure.input(reorderInput).mutation(({ ctx, input }) => reorderQueue(ctx, input)),
  list: procedure.input(listRunsInput).query(({ ctx, input }) => listBenchmarks(ctx, input)),
  get: procedure.input(getRunInput).query(({ ctx, input }) => getBenchmark(ctx, input)),
  conformance: procedure.input(conformanceInput).query(({ ctx, input }) => driveConformance(ctx, input)),
  heat: procedure.input(pointHeatInput).query(({ ctx, input }) => readPointHeat(ctx, input)),
  repeats: procedure.input(listRepeatsInput).query(({ ctx, input }) => listRepeats(ctx, input)),
  seconds: procedure.input(pointSecondsInput).query(({ ctx, input }) => readPointSeconds(ctx, input)),
  whole: procedure.input(pointSecondsInput).query(({ ctx, input }) => readWhole(ctx, input)),
});
