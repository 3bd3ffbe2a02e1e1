import { nextDue } from "@crosspoint/domain/schedule";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { lockSchedule, readRhythm, writesToDrives } from "./rules/schedule-row.ts";

export const changeScheduleInput = z.object({ scheduleId: z.uuid(), change: z.enum(["pause", "resume", "delete"]) });

/**
 * Lets a schedule rest, go on, or removes it; its runs stay. What was due while it rested is not made up for. To let one go
 * on that writes to drives takes the right to write to them: whoever paused it may have had the drive's data in mind.
 */
export async function changeSchedule(
  context: ServiceContext,
  { scheduleId, change }: z.infer<typeof changeScheduleInput>,
): Promise<void> {
  requireRight(context, "benchmark.launch");
  await inTransaction(context.db, async (tx) => {
    const schedule = await lockSchedule(tx, scheduleId);
    if (change === "resume" && writesToDrives(schedule)) requireRight(context, "benchmark.launchDestructive");
    const where = { id: scheduleId };
    if (change === "delete") await tx.benchmarkSchedule.delete({ where });
    else {
      if (schedule.state === "ended") {
        throw new ServiceError("conflict", `"${schedule.name}" was due once, and is over.`);
      }
      const due = change === "resume" ? nextDue(readRhythm(schedule.rhythm), context.now) : undefined;
      const over = change === "resume" && due === undefined;
      const state = change === "pause" ? "paused" : over ? "ended" : "active";
      await tx.benchmarkSchedule.update({ where, data: { state, nextDueAt: due ?? null, ...(over ? released : {}) } });
    }
    const detail = { schedule: schedule.name, plan: schedule.planName };
    await writeAudit(tx, context, {
      action: `schedule.${change}`,
      objectKind: "schedule",
      objectId: scheduleId,
      detail,
    });
    await notify(tx, { topic: "schedule", scheduleId });
  });
}

/** A schedule that is over needs its saved plan no more; it keeps the plan that it ran. */
const released = { savedPlanId: null, savedPlanVersion: null };
