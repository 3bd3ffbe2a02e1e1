import { z } from "zod";
import { fieldsOf, notText, whole } from "./field.ts";

/** The name of an I/O scheduler of the kernel, for example none or mq-deadline. */
export const scheduler = z.string({ error: notText }).regex(/^[a-z0-9_-]{1,32}$/, {
  error: "expected the name of an I/O scheduler, such as none or mq-deadline",
});

/** A value of each setting of a drive that a run can ask for. */
export const settingValues = { powerState: whole(0, 31), powerGovernor: whole(0, 255), scheduler };

/** The settings of a drive that a run can ask for. */
export const driveSettings = {
  powerState: settingValues.powerState.optional().describe("NVMe power state."),
  powerGovernor: settingValues.powerGovernor.optional().describe("Value of Intel's power governor."),
  scheduler: scheduler.optional().describe("Name of the kernel's I/O scheduler."),
};

/** A drive's settings for the rest of the run; the agent puts back what was before, also after a crash. */
export const setStep = fieldsOf({ kind: z.literal("set"), ...driveSettings })
  .refine(({ kind: _, ...settings }) => Object.values(settings).some((value) => value !== undefined), {
    message: "it sets nothing: give powerState, powerGovernor or scheduler",
  })
  .describe(
    "Changes settings of the drive for the rest of the plan; they are put back afterwards. Only an agent can do it.",
  );
