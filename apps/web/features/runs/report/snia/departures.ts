import { isPrecondition, type Point, pointName, type Run } from "../../run/run-detail";
import { preparationOf } from "./preparation";

/** In what a run is not what the specification asks for: of its plan, and of what happened. */
export interface Departures {
  readonly ofPlan: readonly string[];
  readonly ofRun: readonly string[];
}

export function departuresOf(run: Run): Departures {
  return { ofPlan: run.report.method?.departs ?? [], ofRun: ofRun(run) };
}

function ofRun(run: Run): string[] {
  const { method } = run.report;
  const cache = run.points.find((point) => point.environment !== undefined)?.environment?.writeCache;
  const { purge, conditioning } = preparationOf(run);
  return [
    ...(method === undefined ? ["The plan is none of the built-in ones: what it follows is not known."] : []),
    ...(method?.isWhole === false
      ? ["The steps are not those of the built-in plan: it was shortened or changed, or drive settings were added."]
      : []),
    ...(purge.startsWith("none") ? ["The drive was not purged."] : []),
    ...(conditioning.startsWith("none") ? ["The drive was not preconditioned."] : []),
    ...(conditioning.endsWith("end") ? ["The preconditioning was not brought to its end."] : []),
    ...(cache === undefined ? ["Whether a volatile write cache was enabled is not recorded."] : []),
    ...(cache === "write back" ? ["A volatile write cache was enabled."] : []),
    ...(run.state === "complete"
      ? []
      : [`The run is ${run.state}${run.reason === undefined ? "." : `: ${run.reason}`}`]),
    ...missedWords(run.points),
    ...warnedWords(run.points),
  ];
}

/** Points without a result, once for each load and reason. */
function missedWords(points: readonly Point[]): string[] {
  const missed = points.filter(
    (point) => !isPrecondition(point) && ["failed", "skipped", "interrupted"].includes(point.state),
  );
  const byReason = Map.groupBy(missed, ({ state, reason }) => `${state}: ${reason ?? "no reason was given"}`);
  return [...byReason].map(([words, own]) => {
    const loads = [...new Set(own.map(({ spec }) => pointName({ spec: { ...spec, precondition: [] } })))];
    const what = loads.length === 1 ? loads[0] : `${own.length} points`;
    return `${what}: ${words}`;
  });
}

function warnedWords(points: readonly Point[]): string[] {
  const byWarning = new Map<string, number>();
  for (const warning of points.flatMap(({ warnings }) => warnings)) {
    byWarning.set(warning, (byWarning.get(warning) ?? 0) + 1);
  }
  return [...byWarning].map(([warning, count]) => `${warning} (${count === 1 ? "1 point" : `${count} points`})`);
}
