import { changeSchedule, changeScheduleInput } from "@crosspoint/services/schedule/change";
import { createSchedule, createScheduleInput } from "@crosspoint/services/schedule/create";
import { listSchedules } from "@crosspoint/services/schedule/list";
import { procedure, router } from "../trpc.ts";

export const scheduleRouter = router({
  list: procedure.query(({ ctx }) => listSchedules(ctx)),
  create: procedure.input(createScheduleInput).mutation(({ ctx, input }) => createSchedule(ctx, input)),
  change: procedure.input(changeScheduleInput).mutation(({ ctx, input }) => changeSchedule(ctx, input)),
});
