import { changeLifecycle, changeLifecycleInput } from "@crosspoint/services/lifecycle/change";
import { getLifecycle, getLifecycleInput } from "@crosspoint/services/lifecycle/get";
import { mergeDrives, mergeDrivesInput } from "@crosspoint/services/lifecycle/merge";
import { previewMerge, previewMergeInput } from "@crosspoint/services/lifecycle/preview-merge";
import { unmergeDrives, unmergeDrivesInput } from "@crosspoint/services/lifecycle/unmerge";
import { procedure, router } from "../trpc.ts";

export const lifecycleRouter = router({
  get: procedure.input(getLifecycleInput).query(({ ctx, input }) => getLifecycle(ctx, input)),
  change: procedure.input(changeLifecycleInput).mutation(({ ctx, input }) => changeLifecycle(ctx, input)),
  previewMerge: procedure.input(previewMergeInput).query(({ ctx, input }) => previewMerge(ctx, input)),
  merge: procedure.input(mergeDrivesInput).mutation(({ ctx, input }) => mergeDrives(ctx, input)),
  unmerge: procedure.input(unmergeDrivesInput).mutation(({ ctx, input }) => unmergeDrives(ctx, input)),
});
