import { NotKnown } from "@/ui/quantity";
import { PercentileValue } from "./percentile-value";
import { isOpenState, type RunHead } from "./run-state";

/** Why a list has no figure of a run. */
export function noFigure({ state, tool }: Pick<RunHead, "state" | "tool">): string {
  if (tool !== undefined) return "no point of its file has a workload that is known whole";
  return isOpenState(state) ? "no result yet" : "no result";
}

/** The median of a run's telling point. */
export function Median({ run }: { run: RunHead }) {
  const { headline } = run;
  if (headline === undefined) return <NotKnown why={noFigure(run)} />;
  if (headline.median === undefined) return <NotKnown why="no result; the run shows what was streamed" />;
  return <PercentileValue reading={headline.median} />;
}
