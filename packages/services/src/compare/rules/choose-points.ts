import type { MeasuredPlace, PointPlace } from "@crosspoint/db/queries/compared-points";
import { lengthOf, type MeasuredLoad, type PlanStep, type PointEnding, parseWorkloadKey } from "@crosspoint/domain";
import type { ResolvedSeries } from "./series.ts";

/** One load of one run, and the points that its figures are of. */
export interface ChosenPoint {
  readonly load: MeasuredLoad;
  /** The step that it stands in. */
  readonly stepPath: readonly number[];
  /** More than one of rounds; none where nothing was measured to its end. */
  readonly places: readonly PointPlace[];
  /** Which of several points of the run these are. */
  readonly of?: string;
  /** Why there are no figures. */
  readonly missing?: string;
  readonly directions?: ReadonlySet<"read" | "write">;
}

/** What tells rounds of a run apart: its steps, and which of its rounds became steady. */
export interface RunRounds {
  readonly steps: readonly PlanStep[];
  readonly steady: readonly { readonly stepPath: readonly number[]; readonly steady: boolean | undefined }[];
}

/** The loads of a run in the order of measuring. Of rounds, those count that its method names; of a search the confirmed trial. */
export function choosePoints(
  places: readonly MeasuredPlace[],
  rounds: RunRounds,
  { step = [], only }: Pick<ResolvedSeries, "step" | "only">,
): ChosenPoint[] {
  const wanted = places.filter(
    ({ stepPath, sequence }) =>
      step.every((at, depth) => stepPath[depth] === at) && (only === undefined || only.has(sequence)),
  );
  const groups = Map.groupBy(wanted, ({ stepPath, workloadKey, ending, sequence }) =>
    JSON.stringify([stepPath, workloadKey, ending, only === undefined ? "" : sequence]),
  );
  return [...groups.values()].flatMap((group) => chosenOf(group, rounds, only));
}

function chosenOf(group: readonly MeasuredPlace[], rounds: RunRounds, only: ResolvedSeries["only"]): ChosenPoint[] {
  const [first] = group;
  const workload = first && parseWorkloadKey(first.workloadKey);
  if (first === undefined || workload === undefined) return [];
  const ending = first.ending as PointEnding;
  const complete = group.filter(({ state }) => state === "complete");
  const directions = only?.get(first.sequence);
  const point = { stepPath: first.stepPath, ...(directions === undefined ? {} : { directions }) };
  const last = group.at(-1) ?? first;
  if (complete.length === 0) {
    return [{ ...point, load: { workload, length: lengthOf(ending) }, places: [], missing: whyMissing(last) }];
  }
  if (first.round === null || only !== undefined) {
    const [place = first] = [...complete.filter(({ confirms }) => confirms), ...complete.toReversed()];
    return [{ ...point, load: { workload, length: lengthOf(ending) }, places: [place] }];
  }
  const { kept, of, steady } = keptRounds(complete, rounds);
  const length = lengthOf(ending, { count: kept.length, steady });
  return [{ ...point, load: { workload, length }, places: kept, of }];
}

/** The window of rounds that became steady, the last of those that did not, and all of rounds that only repeat. */
function keptRounds(complete: readonly MeasuredPlace[], { steps, steady }: RunRounds) {
  const path = complete[0]?.stepPath ?? [];
  const window = windowOf(steps, path);
  const last = complete.at(-1);
  if (window === undefined || last === undefined) {
    return { kept: complete, of: complete.length === 1 ? "one round" : `${complete.length} rounds`, steady: false };
  }
  const isSteady = steady.findLast(({ stepPath }) => stepPath.every((at, depth) => path[depth] === at))?.steady;
  if (isSteady !== true) return { kept: [last], of: `round ${roundOf(last)}, not steady`, steady: false };
  const kept = complete.slice(-window);
  return { kept, of: `rounds ${roundOf(kept[0] ?? last)} to ${roundOf(last)}, steady`, steady: true };
}

function roundOf({ round }: MeasuredPlace): number {
  return (round ?? 0) + 1;
}

/** Rounds of the window by which the innermost rounds around a step end; undefined where nothing waits for it. */
function windowOf(steps: readonly PlanStep[], path: readonly number[]): number | undefined {
  const [at, ...rest] = path;
  const step = at === undefined ? undefined : steps[at];
  if (step === undefined) return undefined;
  const inner = "steps" in step ? windowOf(step.steps as readonly PlanStep[], rest) : undefined;
  if (inner !== undefined || step.kind !== "rounds") return inner;
  return step.until?.windowRounds;
}

const stateWords: Readonly<Record<string, string>> = {
  running: "Not measured yet",
  interrupted: "Interrupted",
  failed: "Failed",
  skipped: "Skipped",
};

function whyMissing({ state, reason }: MeasuredPlace): string {
  const words = stateWords[state] ?? "Not measured";
  return reason === null ? `${words}.` : `${words}: ${reason}`;
}
