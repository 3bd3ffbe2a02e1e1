import { protocolLimits } from "../limits.ts";
import { type Contradiction, choice, fieldsOf, whole } from "./field.ts";
import { durationSeconds } from "./values.ts";

export const rounds = whole(2, protocolLimits.rounds);

/** What is followed from round to round. */
export const metric = choice(["iops", "bandwidth", "meanLatency"]);

/** When rounds no longer differ; the defaults are those of SNIA PTS. */
export const steadyStateCriterion = {
  windowRounds: rounds.default(5).describe("The last so many rounds are judged."),
  excursionPercent: whole(0, 100).default(20).describe("Largest minus smallest of the window, of its average."),
  slopePercent: whole(0, 100)
    .default(10)
    .describe("What the fitted line gains or loses over the window, of its average."),
};

/** Rounds of one point are measured until the last of them no longer differ. */
export const steadyState = fieldsOf({
  roundSeconds: durationSeconds.default(60),
  tracked: metric.default("iops"),
  ...steadyStateCriterion,
  roundsMax: rounds.default(25),
});

/** Rounds that end before there are enough of them to judge. */
export function tooFewRounds(
  { windowRounds, roundsMax }: { readonly windowRounds: number; readonly roundsMax: number },
  path: Contradiction["path"],
): Contradiction[] {
  const message = "roundsMax is below windowRounds: there would never be enough rounds to judge";
  return roundsMax < windowRounds ? [{ path, message }] : [];
}
