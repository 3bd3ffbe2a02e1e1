/** What can be said of a plan only when all its steps are known. */
import { protocolLimits } from "../limits.ts";
import { countPoints } from "./count.ts";
import type { Contradiction } from "./field.ts";
import type { TemplateStep } from "./step.ts";
import { streamsWrite } from "./streams.ts";
import { sweepWrites } from "./sweep.ts";

/** A plan that measures nothing, has more points than a run can have, or more preconditioning than a point can tell. */
export function planContradictions(steps: readonly TemplateStep[]): Contradiction[] {
  const found = [...pointContradictions(steps), ...stateContradictions(steps)];
  return steps.some(measures)
    ? found
    : [...found, { path: [], message: "no step measures: give a sweep, streams or search" }];
}

function pointContradictions(steps: readonly TemplateStep[]): Contradiction[] {
  let points = 0;
  for (const [index, step] of steps.entries()) {
    points += countPoints(step);
    if (points > protocolLimits.pointsPerRun) {
      return [
        { path: [index], message: `with this step the plan has more than ${protocolLimits.pointsPerRun} points` },
      ];
    }
  }
  return [];
}

/** Each purge, fill, rounds and database step may add a word to what points say of the state of the target. */
function stateContradictions(steps: readonly TemplateStep[]): Contradiction[] {
  const place = firstUnstated(steps, [], new Set());
  const message = `more than ${protocolLimits.preconditionSteps} steps since the last purge precondition the drive`;
  return place === undefined ? [] : [{ path: place, message }];
}

type Path = readonly (string | number)[];

/** The first step whose word has no room. A body that is walked again begins with the words of its end, so it is walked twice. */
function firstUnstated(steps: readonly TemplateStep[], within: Path, words: Set<string>): Path | undefined {
  for (const [index, step] of steps.entries()) {
    const path = [...within, index];
    for (let walks = 0; "steps" in step && walks < 2; walks += 1) {
      const place = firstUnstated(step.steps, [...path, "steps"], words);
      if (place !== undefined) return place;
    }
    if (step.kind === "purge") words.clear();
    for (const word of wordsLeft(step)) words.add([...path, word].join("."));
    if (words.size > protocolLimits.preconditionSteps) return path;
  }
  return undefined;
}

/** What a step adds; the fills that stand before rated figures are two. */
function wordsLeft(step: TemplateStep): string[] {
  const { kind } = step;
  if (kind === "ratedFigures") return writes(step) ? ["sequential", "random"] : [];
  return kind === "purge" || kind === "fill" || kind === "rounds" || kind === "database" ? [kind] : [];
}

function measures(step: TemplateStep): boolean {
  switch (step.kind) {
    case "sweep":
    case "streams":
    case "search":
    case "database":
    case "ratedFigures":
      return true;
    case "rounds":
    case "each":
      return step.steps.some(measures);
    default:
      return false;
  }
}

/** Where the first step stands that writes, as errors write it: `steps[1].steps[0]`. */
export function firstWriting(steps: readonly TemplateStep[]): string | undefined {
  for (const { step, path } of allSteps(steps)) if (writes(step)) return place(path);
  return undefined;
}

function writes(step: TemplateStep): boolean {
  if (step.kind === "purge" || step.kind === "fill" || step.kind === "database") return true;
  if (step.kind === "ratedFigures") return step.figures !== "reads";
  return (step.kind === "sweep" && sweepWrites(step)) || (step.kind === "streams" && streamsWrite(step));
}

interface Placed {
  readonly step: TemplateStep;
  /** Alternating `steps` and an index. */
  readonly path: readonly (string | number)[];
}

/** Every step, one before those within it. */
function* allSteps(steps: readonly TemplateStep[], within: Placed["path"] = []): Generator<Placed> {
  for (const [index, step] of steps.entries()) {
    const path = [...within, "steps", index];
    yield { step, path };
    if ("steps" in step) yield* allSteps(step.steps, path);
  }
}

/** A path as errors write it. */
function place(path: Placed["path"]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);
}
