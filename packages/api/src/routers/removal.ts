import { listRemovals } from "@crosspoint/services/removal/list";
import {
  previewDriveRemoval,
  previewDriveRemovalInput,
  previewHostRemoval,
  previewHostRemovalInput,
} from "@crosspoint/services/removal/preview";
import { removeDrive, removeDriveInput } from "@crosspoint/services/removal/remove-drive";
import { removeHost, removeHostInput } from "@crosspoint/services/removal/remove-host";
import { procedure, router } from "../trpc.ts";

export const removalRouter = router({
  list: procedure.query(({ ctx }) => listRemovals(ctx)),
  previewHost: procedure.input(previewHostRemovalInput).query(({ ctx, input }) => previewHostRemoval(ctx, input)),
  host: procedure.input(removeHostInput).mutation(({ ctx, input }) => removeHost(ctx, input)),
  previewDrive: procedure.input(previewDriveRemovalInput).query(({ ctx, input }) => previewDriveRemoval(ctx, input)),
  drive: procedure.input(removeDriveInput).mutation(({ ctx, input }) => removeDrive(ctx, input)),
});
