import { andList } from "@/ui/and-list";
import type { Preflight } from "./preflight";

type Part = Preflight["leftOut"][number];

/** From so many neighbours on a range is shorter than a list. */
const rangeLeast = 3;

/** What is left out of a plan, each reason in one line: "Steps 3.1 to 3.7: 25 of 200 points each. Blocks of …". */
export function leftOutLines(parts: readonly Part[]): string[] {
  return [...Map.groupBy(parts, ({ reason }) => reason)].map(([reason, of]) => {
    const what = partsText(of.map((part) => part.what));
    return `${what}${what.includes(": ") ? "." : ":"} ${reason}`;
  });
}

/** Steps by how much of each is left out; other parts as they are. */
function partsText(whats: readonly string[]): string {
  const groups = Map.groupBy(whats, (what) => (stepPattern.test(what) ? shareOf(what) : what));
  const texts = [...groups].map(([share, of]) => {
    const steps = of.flatMap((what) => stepPattern.exec(what)?.[1] ?? []);
    if (steps.length === 0) return share;
    return steps.length === 1 ? `Step ${steps[0]}${share}` : `Steps ${stepsText(steps)}${share && `${share} each`}`;
  });
  return texts.map((text, index) => (index === 0 ? text : text.replace(/^Step/, "step"))).join("; ");
}

/** "Step 3.1: 25 of 200 points": the step and how much of it. */
const stepPattern = /^Step ([\d.]+)(: .+)?$/;

function shareOf(what: string): string {
  return stepPattern.exec(what)?.[2] ?? "";
}

/** "3.1 to 3.7 and 5". */
function stepsText(steps: readonly string[]): string {
  return andList(
    runsOf(steps).flatMap((run) => (run.length < rangeLeast ? run : [`${run[0]} to ${run[run.length - 1]}`])),
  );
}

/** Steps that follow each other within the same step stand together. */
function runsOf(steps: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run !== undefined && step === nextOf(run.at(-1) ?? "")) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

function nextOf(step: string): string {
  const path = step.split(".");
  return [...path.slice(0, -1), Number(path.at(-1)) + 1].join(".");
}
