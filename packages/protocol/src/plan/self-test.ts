import { z } from "zod";
import { choice, fieldsOf } from "./field.ts";

export const selfTests = ["short", "extended"] as const;

/** The drive tests itself. What it finds is a result of the run, not a failure of it. */
export const selfTestStep = fieldsOf({
  kind: z.literal("selfTest"),
  test: choice(selfTests).describe("short: about two minutes. extended: as long as the drive says, up to hours."),
}).describe(
  "Has the drive test itself, and waits for the result. Only an agent can do it; drives without one skip it.",
);
