import { z } from "zod";
import { type Contradiction, choice, contradicts, decimal, fieldsOf } from "./field.ts";
import { durationSeconds, fillsLeast, rampSeconds } from "./values.ts";

const timesFilled = decimal(0, 10);

const ratedFigures = fieldsOf({
  kind: z.literal("ratedFigures"),
  figures: choice(["all", "reads"])
    .optional()
    .describe("reads: only figures of reads, measured on the drive as it is. By default all."),
  rampSeconds: rampSeconds.optional().describe("Warm-up of each point in seconds, excluded from the results."),
  durationSeconds: durationSeconds.describe("Measured time of each point in seconds."),
  sequentialFills: timesFilled
    .optional()
    .describe("How many times the drive is written sequentially before its first figure; by default once."),
  randomFills: timesFilled
    .optional()
    .describe("How many times it is written at random before figures of random writes; by default twice."),
  fillSecondsMax: durationSeconds.optional().describe("Longest time of each fill; a week by default."),
});

/** Stands for the steps that measure what the model of the drive is rated for; the server makes them at a launch. */
export const ratedFiguresStep = ratedFigures
  .check(contradicts(ratedContradictions))
  .describe(
    "A point for every rated figure of the drive's model. The server makes the steps from its catalog when a run is launched; it stands at the top of a plan.",
  );

function ratedContradictions(step: z.infer<typeof ratedFigures>): Contradiction[] {
  return step.figures === "reads" ? needless(step) : tooLittle(step);
}

function needless(step: z.infer<typeof ratedFigures>): Contradiction[] {
  const fills = (["sequentialFills", "randomFills", "fillSecondsMax"] as const).filter(
    (field) => step[field] !== undefined,
  );
  return fills.map((field) => ({
    path: [field],
    message: "only reads are measured, and nothing is written: leave it out",
  }));
}

/** Each is a fill of its own later, which is refused there if it writes next to nothing. */
function tooLittle(step: z.infer<typeof ratedFigures>): Contradiction[] {
  const fills = (["sequentialFills", "randomFills"] as const).filter((field) => {
    const times = step[field] ?? fillsLeast;
    return times !== 0 && times < fillsLeast;
  });
  return fills.map((field) => ({ path: [field], message: `expected 0, or a number from ${fillsLeast} to 10` }));
}
