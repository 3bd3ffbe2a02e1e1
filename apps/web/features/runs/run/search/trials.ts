import type { SearchStep } from "@crosspoint/domain";
import { findingsAt, placesOf, pointsWithin, walksOf } from "../plan-places";
import type { Point, Run } from "../run-detail";
import { type CriterionReading, type Held, readCriterion } from "./criteria";

type Finding = NonNullable<Run["findings"][number]["search"]>;

/** What a search tried, in its order. */
export interface SearchedTrials {
  readonly stepPath: readonly number[];
  readonly step: SearchStep;
  readonly trials: readonly Trial[];
  /** Absent while it goes on, and where it was cut short. */
  readonly finding: Finding | undefined;
}

export interface Trial {
  readonly value: number;
  readonly confirms: boolean;
  /** One of each stream. */
  readonly points: readonly Point[];
  readonly readings: readonly CriterionReading[];
  /** By the stored figures. */
  readonly read: Held;
  /** By what the agent did after it; undefined where nothing followed. */
  readonly told: "passed" | "failed" | undefined;
}

/** All searches of a run, once for each value of a setting around them. */
export function searchesOf({ steps, points, findings }: Pick<Run, "steps" | "points" | "findings">): SearchedTrials[] {
  return placesOf(steps, "search").flatMap(({ step, stepPath }) => {
    const own = pointsWithin(points, stepPath).filter((point) => point.raised !== undefined && isTried(point));
    const found = findingsAt(findings, stepPath);
    return walksOf(own).map((walk, index) => searched(step, stepPath, walk, found[index]?.search));
  });
}

function isTried({ state }: Point): boolean {
  return state !== "pending" && state !== "running";
}

function searched(
  step: SearchStep,
  stepPath: readonly number[],
  points: readonly Point[],
  finding: Finding | undefined,
): SearchedTrials {
  const byTrial = Map.groupBy(points, ({ raised }) => `${raised?.confirms === true} ${raised?.value}`);
  const trials = [...byTrial.values()].flatMap((own): Omit<Trial, "told">[] => {
    const raised = own[0]?.raised;
    if (raised === undefined) return [];
    const readings = step.criteria.map((criterion) =>
      readCriterion(
        criterion,
        own.find(({ spec }) => criterion.stream === undefined || spec.stream === criterion.stream),
      ),
    );
    return [{ value: raised.value, confirms: raised.confirms === true, points: own, readings, read: readOf(readings) }];
  });
  return { stepPath, step, finding, trials: withTold(trials, finding) };
}

function readOf(readings: readonly CriterionReading[]): Held {
  for (const each of ["fails", "notKnown", "unclear"] as const) {
    if (readings.some(({ holds }) => holds === each)) return each;
  }
  return "holds";
}

/**
 * What the agent made of each trial, by what it tried next: a higher value after a pass, a lower one after a failure. The
 * last one is told by what was confirmed, or by what was found.
 */
function withTold(trials: readonly Omit<Trial, "told">[], finding: Finding | undefined): Trial[] {
  const tried = trials.filter(({ confirms }) => !confirms);
  const confirmed = trials.filter(({ confirms }) => confirms);
  const told = new Map<Omit<Trial, "told">, Trial["told"]>();
  for (const [index, trial] of tried.entries()) {
    const next = tried[index + 1];
    const answer = next?.value ?? answerOf(confirmed, finding);
    if (next !== undefined) told.set(trial, next.value > trial.value ? "passed" : "failed");
    else if (answer !== undefined) told.set(trial, answer !== "none" && answer >= trial.value ? "passed" : "failed");
  }
  for (const [index, trial] of confirmed.entries()) {
    const isLast = index === confirmed.length - 1;
    if (!isLast) told.set(trial, "failed");
    else if (finding !== undefined && !finding.undecided) {
      told.set(trial, finding.highest === trial.value ? "passed" : "failed");
    }
  }
  return trials.map((trial) => ({ ...trial, told: told.get(trial) }));
}

/** The highest value that passed before it was confirmed. */
function answerOf(
  confirmed: readonly Pick<Trial, "value">[],
  finding: Finding | undefined,
): number | "none" | undefined {
  const [first] = confirmed;
  if (first !== undefined) return first.value;
  if (finding === undefined || finding.undecided) return undefined;
  return finding.highest ?? "none";
}

/** Whether the agent's word and the stored figures say opposite things of a trial. */
export function disagrees({ read, told }: Pick<Trial, "read" | "told">): boolean {
  return (told === "passed" && read === "fails") || (told === "failed" && read === "holds");
}

/** Why a point of a search failed its criteria, by the point's sequence; of trials that passed there is nothing. */
export function failedCriteria(searches: readonly SearchedTrials[]): Map<number, readonly CriterionReading[]> {
  const failed = new Map<number, readonly CriterionReading[]>();
  for (const { trials } of searches) {
    for (const { points, readings } of trials) {
      for (const { sequence, spec } of points) {
        const own = readings.filter(
          ({ criterion, holds }) =>
            holds === "fails" && (criterion.stream === undefined || criterion.stream === spec.stream),
        );
        if (own.length > 0) failed.set(sequence, own);
      }
    }
  }
  return failed;
}
