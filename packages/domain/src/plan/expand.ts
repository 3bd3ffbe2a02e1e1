import { countPoints, eachValues, type OfferedValues } from "./count.ts";
import { databaseWord, expandDatabase, type PlannedDatabasePoint } from "./database.ts";
import { fillSpec, fillWord } from "./fill.ts";
import type { PlannedPoint, PointSpec, Raised } from "./point-spec.ts";
import { confirmBody, doublingValues, raiseBody } from "./search.ts";
import type { DriveSettings } from "./settings.ts";
import type { DatabaseStep, EachStep, PlanStep, RoundsStep, SearchStep, StreamsStep, SweepStep } from "./steps.ts";
import { expandStreams } from "./streams.ts";
import { expandSweep } from "./sweep.ts";

/** A plan's points, or how many there could be where that is more than may be. */
export type Expansion =
  | {
      readonly kind: "points";
      readonly points: readonly PlannedPoint[];
      /** In the same order of measuring; their sequences are missing among those of the points. */
      readonly databasePoints: readonly PlannedDatabasePoint[];
    }
  | { readonly kind: "tooMany"; readonly count: number };

/**
 * The points of a plan in the order of measuring, as they are where no rounds end early and nothing of a search fails.
 * The agent walks the same steps; both are held to packages/catalog/golden. Where a drive's offered values are needed
 * and not known, the body is listed once, without the setting.
 */
export function expandPlan(steps: readonly PlanStep[], pointsMax: number, offered: OfferedValues = {}): Expansion {
  const count = countPoints(steps, offered);
  if (count > pointsMax) return { kind: "tooMany", count };
  const walk: Walk = { points: [], databasePoints: [], offered, words: [], settings: {}, round: undefined };
  walkSteps(walk, steps, []);
  return { kind: "points", points: walk.points, databasePoints: walk.databasePoints };
}

/** Where a walk stands. */
interface Walk {
  readonly points: PlannedPoint[];
  readonly databasePoints: PlannedDatabasePoint[];
  readonly offered: OfferedValues;
  /** What steps made of the target, each with at most one word, the latest last. */
  words: readonly { readonly place: string; readonly word: string }[];
  /** What the plan changed of the drive. */
  settings: DriveSettings;
  round: number | undefined;
}

type Path = readonly number[];

function walkSteps(walk: Walk, steps: readonly PlanStep[], within: Path): void {
  for (const [index, step] of steps.entries()) walkStep(walk, step, [...within, index]);
}

function walkStep(walk: Walk, step: PlanStep, path: Path): void {
  switch (step.kind) {
    case "purge":
      walk.words = [{ place: path.join(), word: `purge:${step.method}` }];
      return;
    case "set": {
      const { kind: _, ...settings } = step;
      walk.settings = { ...walk.settings, ...settings };
      return;
    }
    case "fill":
      addPoints(walk, path, [fillSpec(step)]);
      addWord(walk, path, fillWord(step));
      return;
    case "sweep":
    case "streams":
      addPoints(walk, path, measured(step));
      return;
    case "rounds":
      walkRounds(walk, step, path);
      return;
    case "each":
      walkEach(walk, step, path);
      return;
    case "search":
      walkSearch(walk, step, path);
      return;
    case "database":
      walkDatabase(walk, step, path);
      return;
    case "selfTest":
    case "idle":
    case "ratedFigures":
      return;
  }
}

function measured(step: SweepStep | StreamsStep): PointSpec[] {
  return step.kind === "sweep" ? expandSweep(step) : expandStreams(step);
}

function addPoints(walk: Walk, stepPath: Path, specs: readonly PointSpec[], raised?: Raised): void {
  for (const spec of specs) {
    walk.points.push({
      sequence: nextSequence(walk),
      stepPath,
      ...(walk.round === undefined ? {} : { round: walk.round }),
      ...(raised === undefined ? {} : { raised }),
      spec: { ...spec, precondition: walk.words.map(({ word }) => word), ...settingsOf(walk) },
    });
  }
}

function nextSequence({ points, databasePoints }: Walk): number {
  return points.length + databasePoints.length;
}

/** Its points find what other steps left of the target: the database is its own. */
function walkDatabase(walk: Walk, step: DatabaseStep, stepPath: Path): void {
  const place = stepPath.join();
  const precondition = walk.words.filter((each) => each.place !== place).map(({ word }) => word);
  for (const spec of expandDatabase(step)) {
    const database = { ...spec, precondition, ...settingsOf(walk) };
    walk.databasePoints.push({ sequence: nextSequence(walk), stepPath, database });
  }
  addWord(walk, stepPath, databaseWord(step));
}

function settingsOf({ settings }: Walk): Pick<PointSpec, "settings"> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  return set.length === 0 ? {} : { settings: Object.fromEntries(set) };
}

/** A step that is walked again says the newer of its words, behind all others. */
function addWord(walk: Walk, path: Path, word: string): void {
  const place = path.join();
  walk.words = [...walk.words.filter((each) => each.place !== place), { place, word }];
}

/** All rounds, as if steady state were never reached. */
function walkRounds(walk: Walk, { roundsMax, until, steps }: RoundsStep, path: Path): void {
  const outer = walk.round;
  for (let round = 0; round < roundsMax; round += 1) {
    walk.round = round;
    walkSteps(walk, steps, path);
  }
  walk.round = outer;
  if (until === undefined) return;
  const metrics = new Set(until.tracked.map(({ metric }) => metric));
  addWord(walk, path, ["notSteady", ...metrics].join(":"));
}

function walkEach(walk: Walk, step: EachStep, path: Path): void {
  const before = walk.settings[step.setting];
  for (const value of eachValues(step, walk.offered) ?? [before]) {
    walk.settings = { ...walk.settings, [step.setting]: value };
    walkSteps(walk, step.steps, path);
  }
  walk.settings = { ...walk.settings, [step.setting]: before };
}

/** Every value that doubling reaches, as if none failed, and the last once more. */
function walkSearch(walk: Walk, step: SearchStep, path: Path): void {
  const { raise: parameter, confirmSeconds, steps } = step;
  const values = doublingValues(step);
  const at = (value: number, confirms?: true) => {
    const raised = { parameter, value, ...(confirms ? { confirms } : {}) };
    for (const [index, body] of steps.entries()) {
      const raisedBody = raiseBody(body, parameter, value);
      const timed = confirms && confirmSeconds ? confirmBody(raisedBody, confirmSeconds) : raisedBody;
      addPoints(walk, [...path, index], measured(timed), raised);
    }
  };
  for (const value of values) at(value);
  const answer = values.at(-1);
  if (confirmSeconds !== undefined && answer !== undefined) at(answer, true);
}
