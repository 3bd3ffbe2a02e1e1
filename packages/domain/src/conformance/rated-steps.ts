import type { PlanStep, RatedFiguresStep, SweepStep } from "../plan/steps.ts";
import type { RatedCheck, RatedFigure, RatedSheet } from "./rated-figure.ts";
import { type RatedLoad, ratedLoad } from "./rated-load.ts";

/** A plan with its rated figures as steps, and which step measures which figure. */
export interface RatedPlan {
  readonly steps: readonly ConcreteStep[];
  readonly checks: readonly RatedCheck[];
}

/** A step that an agent walks. */
export type ConcreteStep = Exclude<PlanStep, RatedFiguresStep>;

/** Whether what a plan measures depends on the model of its drive. */
export function dependsOnModel(steps: readonly PlanStep[]): boolean {
  return steps.some(({ kind }) => kind === "ratedFigures");
}

/** Puts the steps that measure a sheet's figures where a plan asks for them. */
export function stepsForRatedFigures(steps: readonly PlanStep[], { figures }: Pick<RatedSheet, "figures">): RatedPlan {
  const made: ConcreteStep[] = [];
  const checks: RatedCheck[] = [];
  for (const step of steps) {
    if (step.kind !== "ratedFigures") {
      made.push(step);
      continue;
    }
    const own = measuringSteps(step, figures);
    for (const { figure, at, notMeasured } of own.checks) {
      checks.push(at === undefined ? { figure, notMeasured } : { figure, stepPath: [made.length + at] });
    }
    made.push(...own.steps);
  }
  return { steps: made, checks };
}

/** Why a figure has no step. */
function whyNot({ notMeasurable, workload }: RatedFigure, { figures = "all" }: RatedFiguresStep): string | undefined {
  if (notMeasurable !== undefined) return notMeasurable;
  return figures === "reads" && workload.readPercent !== 100 ? "The plan measures reads only." : undefined;
}

interface PlacedFigure {
  readonly figure: RatedFigure;
  /** Place among the steps that were made. */
  readonly at?: number;
  readonly notMeasured?: string;
}

function measuringSteps(step: RatedFiguresStep, figures: readonly RatedFigure[]) {
  const measured = figures.filter((figure) => whyNot(figure, step) === undefined);
  const loads = loadsOf(measured.map(ratedLoad));
  const [random, others] = parted(loads, writesAtRandom);
  const [writes, reads] = parted(others, ({ readPercent }) => readPercent < 100);
  const sweep = (load: RatedLoad) => sweepOf(step, load);
  const steps: ConcreteStep[] =
    loads.length === 0
      ? []
      : [
          ...fillBefore(step, "sequential"),
          ...[...reads, ...writes].map(sweep),
          ...(random.length === 0 ? [] : fillBefore(step, "random")),
          ...random.map(sweep),
        ];
  const places = new Map(steps.map((each, at) => [JSON.stringify(each), at]));
  const placeOf = (figure: RatedFigure): PlacedFigure => {
    const reason = whyNot(figure, step);
    if (reason !== undefined) return { figure, notMeasured: reason };
    const at = places.get(JSON.stringify(sweep(ratedLoad(figure))));
    return at === undefined ? { figure, notMeasured: "No step measures it." } : { figure, at };
  };
  return { steps, checks: figures.map(placeOf) };
}

/** Each load once, in the order of the sheet. */
function loadsOf(loads: readonly RatedLoad[]): RatedLoad[] {
  return [...new Map(loads.map((load) => [JSON.stringify(load), load])).values()];
}

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** What a drive does of these depends on how it was written before. */
function writesAtRandom({ pattern, readPercent }: RatedLoad): boolean {
  return pattern !== "sequential" && readPercent < 100;
}

function sweepOf({ rampSeconds, durationSeconds }: RatedFiguresStep, load: RatedLoad): SweepStep {
  return { kind: "sweep", ...load, ...(rampSeconds === undefined ? {} : { rampSeconds }), durationSeconds };
}

const fillBytes = { sequential: 131_072, random: 4096 };

/** Sheets are for a drive that holds data: one that was never written answers reads from its map alone. */
function fillBefore(step: RatedFiguresStep, method: "sequential" | "random"): ConcreteStep[] {
  const { figures, sequentialFills = 1, randomFills = 2, fillSecondsMax } = step;
  const fills = method === "sequential" ? sequentialFills : randomFills;
  if (figures === "reads" || fills === 0) return [];
  const limit = fillSecondsMax === undefined ? {} : { durationSecondsMax: fillSecondsMax };
  return [{ kind: "fill", method, blockBytes: fillBytes[method], fills, ...limit }];
}
