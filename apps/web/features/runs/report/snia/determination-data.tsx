import { formatCount, THIN_SPACE } from "@crosspoint/domain";
import type { SteadyStateCriterion, SteadyStateWindow } from "@crosspoint/domain/analysis";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { percentBeside } from "../../run/percent-beside";
import { type FigureWords, figureWords } from "../../run/rounds/figure-words";
import type { JudgedRounds } from "../../run/rounds/judge-rounds";
import type { MeasuredRounds } from "../../run/rounds/rounds-of";
import { loadName } from "../../run/rounds/tracked";

/** The determination data of the specification: average, both excursions with what is allowed, and the fitted line. */
export function DeterminationData({ rounds, judged }: { rounds: MeasuredRounds; judged: JudgedRounds }) {
  if (judged.kind === "tooLittle") return null;
  return rounds.figures.map(({ tracked, values, points }, index) => {
    const first = points.find((point) => point !== undefined);
    const words = figureWords(tracked.metric, values);
    return (
      <DefinitionList key={JSON.stringify(tracked)}>
        <Definition term="Tracked figure">
          {words.name}
          {first === undefined ? "" : `, ${loadName(first)}`}
        </Definition>
        {windowEntries(judged.windows[index], words, judged.criterion).map(([term, value]) => (
          <Definition key={term} term={term}>
            {value}
          </Definition>
        ))}
      </DefinitionList>
    );
  });
}

function windowEntries(
  window: SteadyStateWindow | undefined,
  words: FigureWords,
  { excursionPercent, slopePercent: slopeMost }: SteadyStateCriterion,
): [term: string, value: string][] {
  if (window?.rangePercent === undefined || window.slopePercent === undefined) {
    return [["Window", "not judged: a round of it has no figure"]];
  }
  const { fromRound, toRound, average, rangePercent, slopePercent, rangeHolds, slopeHolds } = window;
  const judgedWords = (percent: number, most: number, holds: boolean) =>
    `${percentBeside(percent, most)} (allowed: ${most}${THIN_SPACE}%), ${holds ? "met" : "not met"}`;
  return [
    ["Window", `rounds ${fromRound} to ${toRound}`],
    ["Average", words.format(average)],
    ["Data excursion", judgedWords(rangePercent, excursionPercent, rangeHolds)],
    ["Slope excursion", judgedWords(slopePercent, slopeMost, slopeHolds)],
    ["Least squares fit", fitText(window, words)],
  ];
}

/** "−1,234 × R + 98,765", in the unit of the figure; R is the number of the round. */
function fitText({ slopePerRound, line, fromRound }: SteadyStateWindow, { perUnit, unit }: FigureWords): string {
  const slope = slopePerRound / perUnit;
  const atZero = (line[0] - slopePerRound * fromRound) / perUnit;
  const sign = slope < 0 ? "\u2212" : "";
  return `${sign}${amount(Math.abs(slope))} × R + ${amount(atZero)} ${unit}`;
}

function amount(value: number): string {
  return Math.abs(value) >= 1000 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(4)));
}
