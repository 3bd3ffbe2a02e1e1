import type { PlanStep, RatedFiguresStep, SweepStep } from "./steps.ts";

/** How long the parts of a short form of a plan may be. */
export interface ShortForm {
  readonly pointSecondsMax: number;
  readonly rampSecondsMax: number;
  readonly fillsMax: number;
  readonly roundsMax: number;
}

/** As few as can be judged; the window of a steady state shrinks with them. */
const trialRounds = 2;
/** So little of a fill that nobody takes the drive for filled. */
const trialFills = 0.01;
/** A fill that its time cuts off is none, and what follows it is left out: even a slow drive is done by then. */
const fillSecondsMax = 3600;

/** A trial of a plan whose points take at most so long: what else takes long is cut to fit. */
export function shortForm(pointSecondsMax: number): ShortForm {
  return {
    pointSecondsMax,
    rampSecondsMax: Math.floor(pointSecondsMax / 4),
    fillsMax: trialFills,
    roundsMax: trialRounds,
  };
}

/** "IOPS (SNIA PTS-E), shortened to points of 2 s". */
export function shortenedName(name: string, pointSecondsMax: number): string {
  const suffix = `, shortened to points of ${pointSecondsMax} s`;
  const whole = name.replace(/, shortened to points of \d+ s$/, "");
  return whole.slice(0, nameCharactersMax - suffix.length) + suffix;
}

/** As long as the name of a plan may be. */
const nameCharactersMax = 200;

/** The same steps, shorter: for a trial of a plan. Its figures are those of another method. */
export function shortenPlan(steps: readonly PlanStep[], form: ShortForm): PlanStep[] {
  return steps.map((step) => shortenStep(step, form));
}

function shortenStep<Step extends PlanStep>(step: Step, form: ShortForm): Step {
  return { ...step, ...shortened(step, form) };
}

function shortened(step: PlanStep, form: ShortForm): Partial<PlanStep> {
  const { pointSecondsMax, fillsMax, roundsMax } = form;
  switch (step.kind) {
    case "sweep":
      return shortenSweep(step, form);
    case "streams":
      return { durationSeconds: Math.min(step.durationSeconds, pointSecondsMax), ...shared(step, form) };
    case "fill":
      return {
        ...(step.fills === undefined ? { spanPercent: 1 } : { fills: Math.min(step.fills, fillsMax) }),
        durationSecondsMax: Math.min(step.durationSecondsMax ?? fillSecondsMax, fillSecondsMax),
      };
    case "rounds": {
      const rounds = Math.min(step.roundsMax, Math.max(roundsMax, 2));
      const until = step.until && { ...step.until, windowRounds: Math.min(step.until.windowRounds, rounds) };
      return { roundsMax: rounds, ...(until && { until }), steps: step.steps.map((each) => shortenStep(each, form)) };
    }
    case "each":
      return { steps: shortenPlan(step.steps, form) };
    case "search":
      return {
        ...atMost("confirmSeconds", step.confirmSeconds, pointSecondsMax),
        steps: step.steps.map((each) => shortenStep(each, form)),
      };
    case "database":
      return {
        sizeGib: Math.min(step.sizeGib, loadedGib(pointSecondsMax)),
        durationSeconds: Math.min(step.durationSeconds, pointSecondsMax),
        ...atMost("rampSeconds", step.rampSeconds, form.rampSecondsMax),
      };
    case "ratedFigures":
      return {
        ...atMost("rampSeconds", step.rampSeconds, form.rampSecondsMax),
        durationSeconds: Math.min(step.durationSeconds, pointSecondsMax),
        ...shortenRatedFills(step, form),
      };
    case "idle":
      return { seconds: Math.min(step.seconds, pointSecondsMax) };
    default:
      return {};
  }
}

/** A database that is loaded in about the time of a point: a GiB a minute, at least as much as one may have. */
function loadedGib(seconds: number): number {
  return Math.max(0.1, Math.round(seconds / 6) / 10);
}

/** As fills that stand in the plan themselves. */
function shortenRatedFills(step: RatedFiguresStep, { fillsMax }: ShortForm): Partial<RatedFiguresStep> {
  if (step.figures === "reads") return {};
  return {
    sequentialFills: Math.min(step.sequentialFills ?? 1, fillsMax),
    randomFills: Math.min(step.randomFills ?? 2, fillsMax),
    fillSecondsMax: Math.min(step.fillSecondsMax ?? fillSecondsMax, fillSecondsMax),
  };
}

/**
 * A steady state in rounds gets shorter rounds, and fewer. What ends by the bytes that it moves ends by its time alone.
 */
function shortenSweep(step: SweepStep, form: ShortForm): Partial<SweepStep> {
  const { pointSecondsMax, roundsMax } = form;
  const rounds = Math.max(roundsMax, 2);
  const steadyState = step.steadyState && {
    ...step.steadyState,
    roundSeconds: Math.min(step.steadyState.roundSeconds, pointSecondsMax),
    windowRounds: Math.min(step.steadyState.windowRounds, rounds),
    roundsMax: Math.min(step.steadyState.roundsMax, rounds),
  };
  const limited =
    steadyState === undefined
      ? { durationSeconds: Math.min(step.durationSeconds ?? pointSecondsMax, pointSecondsMax) }
      : { steadyState };
  return { ...limited, ...byTimeAlone(step), ...shared(step, form) };
}

function byTimeAlone({ fills, bytes }: SweepStep): Partial<SweepStep> {
  return { ...(fills === undefined ? {} : { fills: undefined }), ...(bytes === undefined ? {} : { bytes: undefined }) };
}

type Timed = Pick<SweepStep, "rampSeconds" | "slices">;

/** Slices keep their number as far as whole seconds allow. */
function shared({ rampSeconds, slices }: Timed, { rampSecondsMax, pointSecondsMax }: ShortForm): Timed {
  return {
    ...atMost("rampSeconds", rampSeconds, rampSecondsMax),
    ...(slices && {
      slices: { ...slices, seconds: Math.min(slices.seconds, Math.max(1, Math.floor(pointSecondsMax / 2))) },
    }),
  };
}

function atMost<Name extends string>(name: Name, value: number | undefined, most: number) {
  return value === undefined ? {} : ({ [name]: Math.min(value, most) } as Record<Name, number>);
}
