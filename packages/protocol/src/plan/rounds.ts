import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { type Contradiction, contradicts, fieldsOf, listOf } from "./field.ts";
import { fillStep } from "./fill.ts";
import { idleStep } from "./idle.ts";
import { kindError } from "./kinds.ts";
import { rounds as roundCount, steadyStateCriterion, tooFewRounds } from "./steady-state.ts";
import { streamsStep } from "./streams.ts";
import { sweepStep } from "./sweep.ts";
import { namedPoints, tracked } from "./tracked.ts";

/** The steady state of SNIA PTS, in each of the tracked figures. */
const until = fieldsOf({
  kind: z.literal("steadyState", {
    error: ({ input }) => (input === undefined ? "is missing" : "expected steadyState"),
  }),
  ...steadyStateCriterion,
  tracked: listOf(tracked, protocolLimits.trackedPerRounds).describe(
    "Each names one point of the body by fields of its sweep or stream.",
  ),
});

const bodyStep = z.discriminatedUnion("kind", [sweepStep, fillStep, streamsStep, idleStep], {
  error: kindError(["sweep", "fill", "streams", "idle"], "rounds"),
});

const rounds = fieldsOf({
  kind: z.literal("rounds"),
  roundsMax: roundCount.describe("Rounds at most; without until, exactly so many."),
  until: until.optional(),
  steps: listOf(bodyStep, protocolLimits.stepsPerPlan),
});

type Rounds = z.infer<typeof rounds>;

/** The body again and again, until its figures no longer differ. */
export const roundsStep = rounds
  .check(contradicts(roundsContradictions))
  .describe("The steps again and again, until steady state or roundsMax.");

function roundsContradictions({ roundsMax, until: steady, steps }: Rounds): Contradiction[] {
  if (steady === undefined) return [];
  return [
    ...tooFewRounds({ windowRounds: steady.windowRounds, roundsMax }, ["roundsMax"]),
    ...steady.tracked.flatMap((each, index) => {
      const named = namedPoints(each, steps);
      const message = `it must name one point of the body, and names ${named}`;
      return named === 1 ? [] : [{ path: ["until", "tracked", index], message }];
    }),
  ];
}
