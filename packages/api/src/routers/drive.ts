import { driveEvents, driveEventsInput } from "@crosspoint/services/drive/events";
import { driveFacets, driveFacetsInput } from "@crosspoint/services/drive/facets";
import { driveFigures, driveFiguresInput } from "@crosspoint/services/drive/figures";
import { getDrive, getDriveInput } from "@crosspoint/services/drive/get";
import { driveHistory, driveHistoryInput } from "@crosspoint/services/drive/history";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { settleClaim, settleClaimInput } from "@crosspoint/services/drive/settle-claim";
import { tagDrives, tagDrivesInput } from "@crosspoint/services/drive/tag";
import { listDriveViews } from "@crosspoint/services/drive/view/list";
import { removeDriveView, removeDriveViewInput } from "@crosspoint/services/drive/view/remove";
import { saveDriveView, saveDriveViewInput } from "@crosspoint/services/drive/view/save";
import { procedure, router } from "../trpc.ts";
import { driveControlRouter } from "./drive-control.ts";

export const driveRouter = router({
  list: procedure.input(listDrivesInput).query(({ ctx, input }) => listDrives(ctx, input)),
  facets: procedure.input(driveFacetsInput).query(({ ctx, input }) => driveFacets(ctx, input)),
  get: procedure.input(getDriveInput).query(({ ctx, input }) => getDrive(ctx, input)),
  settleClaim: procedure.input(settleClaimInput).mutation(({ ctx, input }) => settleClaim(ctx, input)),
  tag: procedure.input(tagDrivesInput).mutation(({ ctx, input }) => tagDrives(ctx, input)),
  view: router({
    list: procedure.query(({ ctx }) => listDriveViews(ctx)),
    save: procedure.input(saveDriveViewInput).mutation(({ ctx, input }) => saveDriveView(ctx, input)),
    remove: procedure.input(removeDriveViewInput).mutation(({ ctx, input }) => removeDriveView(ctx, input)),
  }),
  control: driveControlRouter,
  figures: procedure.input(driveFiguresInput).query(({ ctx, input }) => driveFigures(ctx, input)),
  events: procedure.input(driveEventsInput).query(({ ctx, input }) => driveEvents(ctx, input)),
  history: procedure.input(driveHistoryInput).query(({ ctx, input }) => driveHistory(ctx, input)),
});
