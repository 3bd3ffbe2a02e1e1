import { formatPercent } from "@crosspoint/domain";
import type { SteadyStateCriterion, SteadyStateWindow } from "@crosspoint/domain/analysis";
import { percentBeside } from "../percent-beside";
import type { FigureWords } from "./figure-words";
import type { JudgedRounds } from "./judge-rounds";

/** "Steady after 7 rounds", "Not steady after 25 rounds", "Too few rounds: 3 of the 5 that a window has". */
export function roundsVerdict(
  judged: JudgedRounds,
  isOver: boolean,
): { word: string; tone: "good" | "watch" | "neutral" } {
  if (judged.kind === "tooLittle") {
    const has = judged.has === 1 ? "1 round" : `${judged.has} rounds`;
    return { word: `Too few rounds to judge: ${has}, and a window has ${judged.needs}`, tone: "neutral" };
  }
  const rounds = `${judged.round} rounds`;
  if (judged.kind === "steady") return { word: `Steady after ${rounds}`, tone: "good" };
  return isOver
    ? { word: `Not steady after ${rounds}`, tone: "watch" }
    : { word: `Not steady yet, after ${rounds}`, tone: "neutral" };
}

/** What a window came to, criterion by criterion. */
export function windowSentence(
  window: SteadyStateWindow | undefined,
  { excursionPercent, slopePercent }: SteadyStateCriterion,
  { format }: Pick<FigureWords, "format">,
): string {
  if (window === undefined) return "A round of the last window has no figure, so it cannot be judged.";
  const { fromRound, toRound, average } = window;
  if (window.rangePercent === undefined || window.slopePercent === undefined) {
    return `Rounds ${fromRound} to ${toRound} have no average above zero to judge by.`;
  }
  const range = limited(window.rangePercent, excursionPercent, window.rangeHolds);
  const slope = limited(window.slopePercent, slopePercent, window.slopeHolds);
  return (
    `Rounds ${fromRound} to ${toRound} average ${format(average)}. ` +
    `Their largest and smallest value differ by ${range}; the fitted line changes by ${slope}.`
  );
}

function limited(percent: number, most: number, holds: boolean): string {
  return `${percentBeside(percent, most)} of the average (${holds ? "allowed" : "more than the allowed"}: ${percentText(most)})`;
}

function percentText(percent: number): string {
  return formatPercent(percent).text;
}
