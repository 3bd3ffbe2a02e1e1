import { driveChoices } from "@crosspoint/services/drive/choices";
import { getDrive, getDriveInput } from "@crosspoint/services/drive/get";
import { driveHistory, driveHistoryInput } from "@crosspoint/services/drive/history";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { settleClaim, settleClaimInput } from "@crosspoint/services/drive/settle-claim";
import { procedure, router } from "../trpc.ts";
import { driveControlRouter } from "./drive-control.ts";

export const driveRouter = router({
  list: procedure.input(listDrivesInput).query(({ ctx, input }) => listDrives(ctx, input)),
  choices: procedure.query(({ ctx }) => driveChoices(ctx)),
  get: procedure.input(getDriveInput).query(({ ctx, input }) => getDrive(ctx, input)),
  settleClaim: procedure.input(settleClaimInput).mutation(({ ctx, input }) => settleClaim(ctx, input)),
  control: driveControlRouter,
  history: procedure.input(driveHistoryInput).query(({ ctx, input }) => driveHistory(ctx, input)),
});
