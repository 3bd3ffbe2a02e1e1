import { z } from "zod";
import { id, positiveInt, text } from "./primitives.ts";

const axis = z.array(positiveInt).min(1);

const sweep = z.strictObject({
  pattern: z.enum(["random", "sequential"]),
  block_bytes: axis,
  read_percent: z.array(z.int().min(0).max(100)).min(1),
  threads: axis,
  queue_depth: axis,
  duration_s: positiveInt,
  ramp_s: z.int().min(0),
  span_percent: positiveInt.max(100),
});

/** An entry of data/plans.yaml. */
export const planEntry = z
  .strictObject({ id, name: text, description: text, reads_only: z.boolean(), sweeps: z.array(sweep).min(1) })
  .refine(
    (plan) => !plan.reads_only || plan.sweeps.every((each) => each.read_percent.every((percent) => percent === 100)),
    {
      message: "a plan that says reads_only may not hold a read_percent below 100",
      path: ["reads_only"],
    },
  );

export type PlanEntry = z.infer<typeof planEntry>;
export type SweepEntry = z.infer<typeof sweep>;
