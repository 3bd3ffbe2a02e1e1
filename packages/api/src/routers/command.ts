import { controlDrive, controlDriveInput } from "@crosspoint/services/command/control-drive";
import { driveCommandsInput, listDriveControls } from "@crosspoint/services/command/list-of-drive";
import { preflightControl, preflightControlInput } from "@crosspoint/services/command/preflight-control";
import { procedure, router } from "../trpc.ts";

export const commandRouter = router({
  ofDrive: procedure.input(driveCommandsInput).query(({ ctx, input }) => listDriveControls(ctx, input)),
  preflight: procedure.input(preflightControlInput).query(({ ctx, input }) => preflightControl(ctx, input)),
  controlDrive: procedure.input(controlDriveInput).mutation(({ ctx, input }) => controlDrive(ctx, input)),
});
