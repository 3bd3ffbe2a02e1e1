import {
  type SteadyStateCriterion,
  type SteadyStateWindow,
  steadyStateOf,
  type TooLittle,
  tooLittle,
} from "@crosspoint/domain/analysis";
import type { MeasuredRounds } from "./rounds-of";

/** Rounds judged from their stored figures: all tracked figures have to be steady in one and the same window. */
export type JudgedRounds =
  | {
      readonly kind: "steady" | "notSteady";
      /** Rounds before this one, and it, were judged. */
      readonly round: number;
      /** Of each tracked figure, in their order; absent where a round of the window has no figure. */
      readonly windows: readonly (SteadyStateWindow | undefined)[];
      readonly criterion: SteadyStateCriterion;
    }
  | TooLittle;

/** The first window in which all figures are steady, or else the last. */
export function judgeRounds({ step, rounds, figures }: MeasuredRounds): JudgedRounds {
  const criterion = { ...step.until, roundsMax: step.roundsMax };
  const { windowRounds } = criterion;
  if (rounds < windowRounds) return tooLittle("rounds", windowRounds, rounds);
  let last: JudgedRounds | undefined;
  for (let round = windowRounds; round <= rounds; round += 1) {
    const windows = figures.map(({ values }) => windowBefore(values, round, criterion));
    const kind = windows.every((window) => window?.rangeHolds && window.slopeHolds) ? "steady" : "notSteady";
    last = { kind, round, windows, criterion };
    if (kind === "steady") break;
  }
  return last ?? tooLittle("rounds", windowRounds, rounds);
}

/** The window that ends with a round, by the one definition of the analysis. */
function windowBefore(
  values: readonly (number | null)[],
  round: number,
  criterion: SteadyStateCriterion,
): SteadyStateWindow | undefined {
  const before = round - criterion.windowRounds;
  const judged = steadyStateOf(values.slice(before, round), { ...criterion, roundsMax: criterion.windowRounds });
  if (judged.kind === "tooLittle" || judged.window === undefined) return undefined;
  const { window } = judged;
  return { ...window, fromRound: window.fromRound + before, toRound: window.toRound + before };
}

/**
 * Whether the agent's word and the figures that it stored say the same; in words where they do not. Undefined where there is
 * no word of the agent.
 */
export function disagreement({ finding }: Pick<MeasuredRounds, "finding">, judged: JudgedRounds): string | undefined {
  if (finding?.steady === undefined) return undefined;
  const isSteady = judged.kind === "steady";
  const judgedWords = isSteady ? `steady after ${judged.round} rounds` : "not steady";
  const agentWords = finding.steady ? `steady after ${finding.rounds} rounds` : "not steady";
  if (finding.steady === isSteady && (judged.kind !== "steady" || judged.round === finding.rounds)) return undefined;
  return `The agent ended the rounds as ${agentWords}, but by the stored figures they are ${judgedWords}.`;
}
