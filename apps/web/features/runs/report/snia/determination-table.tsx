import { formatCount } from "@crosspoint/domain";
import type { SteadyStateWindow } from "@crosspoint/domain/analysis";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { percentBeside } from "../../run/percent-beside";
import { type FigureWords, figureWords } from "../../run/rounds/figure-words";
import type { JudgedRounds } from "../../run/rounds/judge-rounds";
import type { MeasuredRounds } from "../../run/rounds/rounds-of";
import { loadName } from "../../run/rounds/tracked";

/** The determination data of the specification: average, both excursions with what is allowed, and the fitted line. */
export function DeterminationTable({ rounds, judged }: { rounds: MeasuredRounds; judged: JudgedRounds }) {
  if (judged.kind === "tooLittle") return null;
  const { excursionPercent, slopePercent } = judged.criterion;
  return (
    <Table label="Steady state determination data" stacked>
      <TableHead>
        <HeadCell>Tracked figure</HeadCell>
        <HeadCell>Window</HeadCell>
        <HeadCell number>Average</HeadCell>
        <HeadCell number>Data excursion (allowed {excursionPercent} %)</HeadCell>
        <HeadCell number>Slope excursion (allowed {slopePercent} %)</HeadCell>
        <HeadCell number>Least squares fit</HeadCell>
      </TableHead>
      <tbody>
        {rounds.figures.map(({ tracked, values, points }, index) => {
          const first = points.find((point) => point !== undefined);
          const words = figureWords(tracked.metric, values);
          return (
            <Row key={JSON.stringify(tracked)}>
              <Cell className="font-medium">
                {words.name}
                {first === undefined ? null : <span className="block font-normal text-muted">{loadName(first)}</span>}
              </Cell>
              <WindowCells window={judged.windows[index]} words={words} criterion={judged.criterion} />
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

interface WindowCellsProps {
  readonly window: SteadyStateWindow | undefined;
  readonly words: FigureWords;
  readonly criterion: { readonly excursionPercent: number; readonly slopePercent: number };
}

function WindowCells({ window, words, criterion }: WindowCellsProps) {
  if (window?.rangePercent === undefined || window.slopePercent === undefined) {
    return (
      <Cell colSpan={5}>
        <NotKnown why="a round of the window has no figure" />
      </Cell>
    );
  }
  const { fromRound, toRound, average, rangePercent, slopePercent, rangeHolds, slopeHolds } = window;
  return (
    <>
      <Cell label="Window">
        rounds {fromRound} to {toRound}
      </Cell>
      <Cell number label="Average">
        {words.format(average)}
      </Cell>
      <Cell number label="Data excursion">
        {percentBeside(rangePercent, criterion.excursionPercent)}, {rangeHolds ? "met" : "not met"}
      </Cell>
      <Cell number label="Slope excursion">
        {percentBeside(slopePercent, criterion.slopePercent)}, {slopeHolds ? "met" : "not met"}
      </Cell>
      <Cell number label="Least squares fit">
        {fitText(window, words)}
      </Cell>
    </>
  );
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
