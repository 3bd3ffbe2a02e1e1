import { protocolLimits } from "@crosspoint/protocol/limits";
import { type DraftStep, kindOf } from "./draft-plan";
import { hasBody, kindWords, whyNotWithin } from "./kinds";
import { countSteps, findStep, heightOf, listAt, type Place } from "./tree";

type Steps = readonly DraftStep[];
export type Direction = "up" | "down" | "in" | "out";

/** Where a step would go, or why it cannot. */
export type Move = { readonly kind: "to"; readonly place: Place } | { readonly kind: "unable"; readonly why: string };

const unable = (why: string): Move => ({ kind: "unable", why });
const to = (place: Place): Move => ({ kind: "to", place });

/** Where a step goes by the buttons of its card; its place is counted without itself. */
export function moveOf(steps: Steps, key: string, direction: Direction): Move {
  const found = findStep(steps, key);
  if (found === undefined) return unable("The step is not there any more.");
  const { within, index, list, parent } = found;
  switch (direction) {
    case "up":
      return index === 0 ? unable("It is the first.") : to({ within, index: index - 1 });
    case "down":
      return index === list.length - 1 ? unable("It is the last.") : to({ within, index: index + 1 });
    case "in":
      return moveIn(steps, found.step, list[index - 1], list[index + 1]);
    case "out": {
      const around = parent && findStep(steps, parent.key);
      if (around === undefined) return unable("It stands in no other step.");
      return checked(steps, found.step, { within: around.within, index: around.index + 1 });
    }
  }
}

/** Into the step before it, as the last, or into the one behind it, as the first. */
function moveIn(steps: Steps, step: DraftStep, before: DraftStep | undefined, behind: DraftStep | undefined): Move {
  const into = (around: DraftStep | undefined, index: number) =>
    around !== undefined && hasBody(kindOf(around)) ? checked(steps, step, { within: around.key, index }) : undefined;
  const moves = [into(before, before?.body?.length ?? 0), into(behind, 0)].filter((move) => move !== undefined);
  return (
    moves.find(({ kind }) => kind === "to") ??
    moves[0] ??
    unable("No Rounds, Each or Search stands right before or behind it.")
  );
}

function checked(steps: Steps, step: DraftStep, place: Place): Move {
  const why = whyNotAt(steps, step, place.within);
  return why === undefined ? to(place) : unable(why);
}

/** Why a step cannot stand in a list; one that stands there already is not counted. */
export function whyNotAt(steps: Steps, step: DraftStep, within: string | undefined): string | undefined {
  const others = listAt(steps, within).filter(({ key }) => key !== step.key).length;
  if (others >= protocolLimits.stepsPerPlan) return `A list has ${protocolLimits.stepsPerPlan} steps at most.`;
  if (within === undefined) return undefined;
  const around = findStep(steps, within);
  if (around === undefined) return "The step around it is not there any more.";
  if (within === step.key || findStep(step.body ?? [], within) !== undefined) return "A step cannot stand in itself.";
  if (around.depth + heightOf(step) > protocolLimits.stepNesting) {
    return `Steps may stand in steps ${protocolLimits.stepNesting} deep at most.`;
  }
  return whyNotWithin(kindOf(step), kindOf(around.step), others);
}

/** Why there can be no such step more; a copy is another step. */
export function whyNotAdd(steps: Steps, step: DraftStep, within: string | undefined): string | undefined {
  if (countSteps(steps) + countSteps([step]) > protocolLimits.stepsInAll) {
    return `A plan has ${protocolLimits.stepsInAll} steps at most.`;
  }
  return whyNotAt(steps, step, within);
}

/** "Sweep is now step 2 of 5 in Rounds." */
export function placeWords(steps: Steps, key: string): string {
  const found = findStep(steps, key);
  if (found === undefined) return "";
  const within = found.parent === undefined ? "" : ` in ${kindWords(kindOf(found.parent)).name}`;
  return `${kindWords(kindOf(found.step)).name} is now step ${found.index + 1} of ${found.list.length}${within}.`;
}
