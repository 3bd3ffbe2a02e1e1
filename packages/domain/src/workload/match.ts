import { workloadKey } from "./key.ts";
import { statableKey } from "./load-key.ts";
import { isStated, type StatedWorkload, type Workload } from "./workload.ts";

/** What a source may leave open of a workload. */
export type UnstatedPart =
  | "threads"
  | "engine"
  | "distribution"
  | "data"
  | "alignBytes"
  | "spanPercent"
  | "load"
  | "settings"
  | "state";

/** Whether two workloads can stand side by side, and what was not stated on the way. */
export type WorkloadMatch =
  | { readonly kind: "same"; readonly notStated: readonly UnstatedPart[] }
  | { readonly kind: "different" };

/**
 * Measured workloads are the same only if all that defines them is equal. A stated one is the same as any that agrees in
 * what it states: its pattern, mix, block size and depth, and its threads, which are one where it states none.
 */
export function matchWorkloads(a: Workload | StatedWorkload, b: Workload | StatedWorkload): WorkloadMatch {
  const stated = [a, b].filter(isStated);
  if (stated.length === 0) return workloadKey(a) === workloadKey(b) ? { kind: "same", notStated: [] } : different;
  // A source states one load by itself, measured for its own sake.
  if ([a, b].some((each) => !isStated(each) && (each.preconditions || each.beside.length > 0))) return different;
  if (statableKey(a) !== statableKey(b)) return different;
  const threads = stated.some((each) => each.threads === undefined) ? (["threads"] as const) : [];
  return { kind: "same", notStated: [...threads, ...neverStated] };
}

const different = { kind: "different" } as const;
const neverStated = [
  "engine",
  "distribution",
  "data",
  "alignBytes",
  "spanPercent",
  "load",
  "settings",
  "state",
] as const;
