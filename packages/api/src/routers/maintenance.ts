import { createWindow, createWindowInput } from "@crosspoint/services/maintenance/create";
import { endWindow, endWindowInput } from "@crosspoint/services/maintenance/end";
import { listWindows } from "@crosspoint/services/maintenance/list";
import { procedure, router } from "../trpc.ts";

export const maintenanceRouter = router({
  list: procedure.query(({ ctx }) => listWindows(ctx)),
  create: procedure.input(createWindowInput).mutation(({ ctx, input }) => createWindow(ctx, input)),
  end: procedure.input(endWindowInput).mutation(({ ctx, input }) => endWindow(ctx, input)),
});
