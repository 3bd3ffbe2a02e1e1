import type { PointEnding } from "../plan/point-spec.ts";
import { formatBlockSize, formatDuration } from "../units/units.ts";
import { workloadKey } from "../workload/key.ts";
import { statableKey } from "../workload/load-key.ts";
import { type StatedWorkload, totalDepthOf, type Workload } from "../workload/workload.ts";

/** How long a figure was measured, which its workload leaves out. */
export interface MeasuredLength {
  readonly key: string;
  readonly words: string;
}

/** A point that was measured, as far as others are compared with it. */
export interface MeasuredLoad {
  readonly workload: Workload;
  readonly length: MeasuredLength;
}

/** What ended a point, and the rounds that its figures are of, where it was one of several. */
export function lengthOf(
  ending: PointEnding,
  rounds?: { readonly count: number; readonly steady: boolean },
): MeasuredLength {
  const one = lengthOfOne(ending);
  if (rounds === undefined) return one;
  const { count, steady } = rounds;
  const words = `${count} ${steady ? "steady " : ""}${count === 1 ? "round" : "rounds"} of ${one.words}`;
  return { key: `${steady ? "steady" : "rounds"}:${count}x${one.key}`, words };
}

function lengthOfOne(ending: PointEnding): MeasuredLength {
  switch (ending.kind) {
    case "duration":
      return { key: `${ending.durationSeconds}s`, words: formatDuration(1000 * ending.durationSeconds) };
    case "fills":
      return { key: `fills:${ending.fills}`, words: `${ending.fills} × the span` };
    case "bytes":
      return { key: `bytes:${ending.bytes}`, words: `${ending.bytes} bytes` };
    case "steadyState": {
      const { roundSeconds, windowRounds, roundsMax } = ending;
      const words = `rounds of ${formatDuration(1000 * roundSeconds)}, the last ${windowRounds} of at most ${roundsMax}`;
      return { key: `until:${windowRounds}of${roundsMax}x${roundSeconds}s`, words };
    }
  }
}

/** Key of all that defines a measured figure: its workload, and how long it was measured. */
export function exactKey({ workload, length }: MeasuredLoad): string {
  return `${workloadKey(workload)}~${length.key}`;
}

/** Pattern, mix, sizes and depth alone: the operations in flight, by however many threads. */
export function loadAlone(workload: Workload | StatedWorkload): StatedWorkload {
  const { pattern, readPercent, blockBytes, blockMix } = workload;
  const sizes = blockBytes === undefined ? { blockMix } : { blockBytes };
  // The order of a fill by sprandom is random, and no fill is compared.
  return {
    pattern: pattern === "sequential" ? pattern : "random",
    readPercent,
    ...sizes,
    queueDepth: totalDepthOf(workload),
  };
}

export function loadAloneKey(workload: Workload | StatedWorkload): string {
  return statableKey(loadAlone(workload));
}

const partNames = {
  length: "measured time",
  threads: "threads",
  engine: "engine",
  distribution: "access distribution",
  data: "data",
  alignBytes: "alignment",
  spanPercent: "span",
  load: "offered rate",
  overProvisioningPercent: "over-provisioning",
  settings: "drive settings",
  precondition: "preconditioning",
  steadyState: "steady state",
  beside: "other loads at the same time",
} as const;
export type LoadPart = keyof typeof partNames;

/** What two points of one load differ in, beside it. */
export function differingParts(a: MeasuredLoad, b: MeasuredLoad): LoadPart[] {
  const [one, other] = [partsOf(a), partsOf(b)];
  return (Object.keys(partNames) as LoadPart[]).filter((part) => one[part] !== other[part]);
}

/** Each part in a form that can be compared; equal texts are equal parts. */
function partsOf({ workload, length }: MeasuredLoad): Record<LoadPart, string> {
  const { depth, load, settings, precondition, beside, ...rest } = workload;
  return {
    length: length.words,
    threads: depth.kind === "total" ? `up to ${depth.threadsMax}` : String(depth.threads),
    engine: rest.engine,
    distribution: rest.distribution,
    data: rest.data,
    alignBytes: rest.alignBytes === undefined ? "the operation's size" : formatBlockSize(rest.alignBytes).text,
    spanPercent: `${rest.spanPercent}%`,
    load: load.kind === "closed" ? "none" : `${load.ratePerSecond} ${load.pace}`,
    overProvisioningPercent: String(rest.overProvisioningPercent ?? "none"),
    settings: settingsText(settings),
    precondition: precondition.join(" + ") || "as found",
    steadyState: steadyStateTexts[rest.steadyState ?? "none"],
    beside: beside.join(" + ") || "none",
  };
}

const steadyStateTexts = { none: "not waited for", reached: "reached", notReached: "not reached" } as const;

function settingsText(settings: Workload["settings"]): string {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  return (
    set
      .map(([name, value]) => `${name} ${value}`)
      .toSorted()
      .join(", ") || "as found"
  );
}

/** "measured time (60 s; 2 s)", of parts that differ between loads that stand side by side. */
export function partsInWords(parts: readonly LoadPart[], loads: readonly MeasuredLoad[]): string[] {
  const texts = loads.map(partsOf);
  return parts.map((part) => {
    const values = [...new Set(texts.map((each) => each[part]))];
    const shown = values.slice(0, valuesShown).join("; ");
    return `${partNames[part]} (${shown}${values.length > valuesShown ? `; and ${values.length - valuesShown} more` : ""})`;
  });
}

const valuesShown = 3;
