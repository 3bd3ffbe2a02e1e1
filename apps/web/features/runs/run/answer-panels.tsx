import { useMemo } from "react";
import { type Answer, answersOf } from "./answers";
import {
  ConsistencyPanel,
  ModesPanel,
  RoundsPanel,
  SearchPanel,
  SettingsPanel,
  WriteSaturationPanel,
} from "./lazy-answers";
import { CurvesPanel } from "./lazy-panels";
import type { Run } from "./run-detail";

/** The panels that answer what a run's plan asks, in their order. */
export function AnswerPanels({ run }: { run: Run }) {
  const answers = useMemo(() => answersOf(run), [run]);
  return answers.map((answer) => <AnswerPanel key={keyOf(answer)} run={run} answer={answer} />);
}

function AnswerPanel({ run, answer }: { run: Run; answer: Answer }) {
  switch (answer.kind) {
    case "curves":
      return <CurvesPanel run={run} axis={answer.axis} sweeps={answer.sweeps} />;
    case "rounds":
      return <RoundsPanel run={run} />;
    case "search":
      return <SearchPanel run={run} />;
    case "settings":
      return <SettingsPanel run={run} />;
    case "modes":
      return <ModesPanel run={run} />;
    case "saturation":
      return <WriteSaturationPanel run={run} points={answer.points} />;
    case "consistency":
      return <ConsistencyPanel run={run} points={answer.points} />;
  }
}

function keyOf(answer: Answer): string {
  return answer.kind === "curves" ? `curves ${answer.axis}` : answer.kind;
}
