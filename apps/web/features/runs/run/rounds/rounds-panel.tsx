import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Banner } from "@/ui/banner";
import { Panel } from "@/ui/panel";
import { directionColor, paletteColor } from "@/ui/series-color";
import { Badge } from "@/ui/status";
import { isOpenState } from "../../run-state";
import { MethodLine } from "../method-line";
import type { Run } from "../run-detail";
import { figureWords } from "./figure-words";
import { disagreement, type JudgedRounds, judgeRounds } from "./judge-rounds";
import { convergencePlot, trackedPlot } from "./prepare-rounds";
import { type MeasuredRounds, roundsOf } from "./rounds-of";
import { RoundsTable } from "./rounds-table";
import { roundsVerdict, windowSentence } from "./verdict-words";
import { WindowTable } from "./window-table";

const icons = { good: CircleCheck, watch: TriangleAlert, neutral: CircleDashed };

/** Rounds until steady state: what they came to, each round, and the figures of the measurement window. */
export function RoundsPanel({ run }: { run: Run }) {
  const all = useMemo(() => roundsOf(run).map((rounds) => ({ rounds, judged: judgeRounds(rounds) })), [run]);
  const isOver = !isOpenState(run.state);
  return all.map(({ rounds, judged }, index) => (
    <Panel
      // biome-ignore lint/suspicious/noArrayIndexKey: they come in their order, and none is ever taken back.
      key={index}
      title={all.length === 1 ? "Steady state" : `Steady state, ${settingWords(rounds)}`}
      note={<RoundsVerdict judged={judged} isOver={isOver} />}
    >
      <RoundsBody run={run} rounds={rounds} judged={judged} />
    </Panel>
  ));
}

/** The value of the setting around the rounds. */
function settingWords({ points }: MeasuredRounds): string {
  const settings = Object.entries(points[0]?.spec.settings ?? {});
  return settings.map(([name, value]) => `${name} ${value}`).join(", ");
}

export function RoundsVerdict({ judged, isOver }: { judged: JudgedRounds; isOver: boolean }) {
  const { word, tone } = roundsVerdict(judged, isOver);
  return <Badge icon={icons[tone]} word={word} tone={tone} plain />;
}

interface RoundsBodyProps {
  readonly run: Run;
  readonly rounds: MeasuredRounds;
  readonly judged: JudgedRounds;
}

function RoundsBody({ run, rounds, judged }: RoundsBodyProps) {
  const { step, figures, finding } = rounds;
  const opposed = disagreement({ finding }, judged);
  const { windowRounds, excursionPercent, slopePercent } = step.until;
  return (
    <div className="grid gap-5">
      {opposed === undefined ? null : <Banner tone="watch" title={opposed} />}
      <RoundsSentences rounds={rounds} judged={judged} />
      <RoundsCharts run={run} rounds={rounds} judged={judged} />
      <RoundsTable rounds={rounds} judged={judged} />
      <WindowTable rounds={rounds} judged={judged} />
      <MethodLine
        method="sniaSteadyState"
        basis={`windows of ${windowRounds} rounds, a range of at most ${excursionPercent} % and a fitted change of at most ${slopePercent} % of the average; computed from the stored figures of ${figures[0]?.values.length ?? 0} rounds`}
      />
    </div>
  );
}

/** The verdict written out, for each figure that is tracked. */
export function RoundsSentences({ rounds: { figures }, judged }: Pick<RoundsBodyProps, "rounds" | "judged">) {
  if (judged.kind === "tooLittle") return null;
  return (
    <ul className="grid gap-1">
      {figures.map(({ tracked, values }, index) => {
        const words = figureWords(tracked.metric, values);
        return (
          <li key={JSON.stringify(tracked)}>
            {figures.length > 1 ? `${words.name}: ` : null}
            {windowSentence(judged.windows[index], judged.criterion, words)}
          </li>
        );
      })}
    </ul>
  );
}

export function RoundsCharts({ run, rounds, judged }: RoundsBodyProps) {
  const fileName = `${run.serial ?? "run"}-rounds`;
  const plots = useMemo(() => {
    const tracked = rounds.figures.map((figure, index) =>
      trackedPlot(
        figure,
        index,
        judged,
        figure.tracked.readPercent === 100 ? directionColor.read : directionColor.write,
      ),
    );
    const converging = rounds.figures.slice(0, 1).map((figure) => convergencePlot(rounds, figure, paletteColor));
    return [...tracked, ...converging.filter((plot) => plot !== undefined)];
  }, [rounds, judged]);
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
      {plots.map((plot, index) => (
        <PlotChart key={plot.title} plot={plot} fileName={`${fileName}-${index + 1}`} />
      ))}
    </div>
  );
}
