import type { PlanStep } from "@crosspoint/domain";

const fillWords = { sequential: "sequential fill", random: "random fill", sprandom: "random fill (sprandom)" } as const;
const settingWords = { powerState: "power state", powerGovernor: "power limit", scheduler: "scheduler" } as const;
const raiseWords = { rate: "rate", queueDepth: "queue depth", threads: "thread count" } as const;

/** What a step does, in two or three words. */
function stepWords(step: PlanStep): string {
  switch (step.kind) {
    case "sweep":
      return "sweep";
    case "streams":
      return `${step.streams.length} streams at once`;
    case "fill":
      return fillWords[step.method];
    case "rounds":
      return step.until === undefined ? "rounds" : "rounds until steady state";
    case "each":
      return `each ${settingWords[step.setting]}`;
    case "search":
      return `search for the highest ${raiseWords[step.raise]}`;
    case "purge":
      return "purge";
    case "set":
      return "settings";
    case "selfTest":
      return `${step.test} self-test`;
    case "idle":
      return "idle";
    case "database":
      return "database";
    case "ratedFigures":
      return "rated figures";
  }
}

/** The steps that a path goes through, from the outermost. */
export function stepsAt(steps: readonly PlanStep[], path: readonly number[]): PlanStep[] {
  const [index, ...rest] = path;
  const step = index === undefined ? undefined : steps[index];
  if (step === undefined) return [];
  return [step, ...("steps" in step ? stepsAt(step.steps, rest) : [])];
}

/** "Step 2 of 4: rounds until steady state, sweep, round 3 of at most 25"; undefined for a plan of one sweep. */
export function stepPlace(
  steps: readonly PlanStep[],
  { stepPath, round }: { readonly stepPath: readonly number[]; readonly round: number | undefined },
): string | undefined {
  const way = stepsAt(steps, stepPath);
  const [outermost] = way;
  if (outermost === undefined || (steps.length === 1 && outermost.kind === "sweep")) return undefined;
  const rounds = way.findLast((step) => step.kind === "rounds");
  const place = steps.length === 1 ? "" : `Step ${(stepPath[0] ?? 0) + 1} of ${steps.length}: `;
  const words = way.map(stepWords).join(", ");
  return `${place}${words}${roundWords(rounds, round)}`;
}

function roundWords(rounds: Extract<PlanStep, { kind: "rounds" }> | undefined, round: number | undefined): string {
  if (rounds === undefined || round === undefined) return "";
  return `, round ${round + 1} of ${rounds.until === undefined ? "" : "at most "}${rounds.roundsMax}`;
}

/** Whether a plan can be over before its last point: where it ends on what it measures. */
export function mayEndSooner(steps: readonly PlanStep[]): boolean {
  return steps.some((step) => {
    if (step.kind === "search") return true;
    if (step.kind === "rounds") return step.until !== undefined;
    return step.kind === "each" && mayEndSooner(step.steps);
  });
}
