import { driveCommandsInput, listDriveControls } from "@crosspoint/services/drive/control/list";
import { preflightControl, preflightControlInput } from "@crosspoint/services/drive/control/preflight";
import { controlDrive, controlDriveInput } from "@crosspoint/services/drive/control/request";
import { procedure, router } from "../trpc.ts";

export const driveControlRouter = router({
  list: procedure.input(driveCommandsInput).query(({ ctx, input }) => listDriveControls(ctx, input)),
  preflight: procedure.input(preflightControlInput).query(({ ctx, input }) => preflightControl(ctx, input)),
  request: procedure.input(controlDriveInput).mutation(({ ctx, input }) => controlDrive(ctx, input)),
});
