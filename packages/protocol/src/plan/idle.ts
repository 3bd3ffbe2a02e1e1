import { z } from "zod";
import { fieldsOf } from "./field.ts";
import { durationSeconds } from "./values.ts";

/** Nothing is sent. */
export const idleStep = fieldsOf({
  kind: z.literal("idle"),
  seconds: durationSeconds,
}).describe("Sends nothing for a time, such as between a purge and a measurement.");
