import { type Answer, answersOf } from "./answers";
import { SaturationPanel } from "./lazy-panels";
import type { Run } from "./run-detail";

/** The panels that answer what a run's plan asks, in their order. */
export function AnswerPanels({ run }: { run: Run }) {
  return answersOf(run).map((answer) => <AnswerPanel key={keyOf(answer)} run={run} answer={answer} />);
}

function AnswerPanel({ run, answer }: { run: Run; answer: Answer }) {
  switch (answer.kind) {
    case "curves":
      return answer.axis === "depth" ? <SaturationPanel points={run.points} /> : null;
  }
}

function keyOf(answer: Answer): string {
  return `${answer.kind} ${answer.axis}`;
}
