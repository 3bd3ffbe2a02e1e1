import { z } from "zod";
import { fieldsOf, whole } from "./field.ts";

/** The name of an I/O scheduler of the kernel, for example none or mq-deadline. */
export const scheduler = z.string().regex(/^[a-z0-9_-]{1,32}$/, {
  error: "expected the name of an I/O scheduler, such as none or mq-deadline",
});

/** The settings of a drive that a run can ask for. */
export const driveSettings = {
  powerState: whole(0, 31).optional(),
  powerGovernor: whole(0, 255).optional(),
  scheduler: scheduler.optional(),
};

/** A drive's settings for the rest of the run; the agent puts back what was before, also after a crash. */
export const setStep = fieldsOf({ kind: z.literal("set"), ...driveSettings }).refine(
  ({ kind: _, ...settings }) => Object.values(settings).some((value) => value !== undefined),
  { message: "it sets nothing: give powerState, powerGovernor or scheduler" },
);
