import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { keyOf, type TargetChoice } from "./target-key";
import { defaultWorkload, type WorkloadText } from "./workload";

/** All that a person chose, in the URL. */
export const launchParsers = {
  drive: parseAsString,
  target: parseAsString,
  plan: parseAsString.withDefault("quick-check"),
  /** The run whose very plan it is, instead of `plan`. */
  again: parseAsString,
  /** The longest time of a point in seconds, where it is a trial of the plan. */
  short: parseAsString,
  start: parseAsStringLiteral(["now", "queue"]).withDefault("now"),
  beside: parseAsBoolean.withDefault(false),
  pattern: parseAsStringLiteral(["random", "sequential"]).withDefault(defaultWorkload.pattern),
  reads: parseAsString.withDefault(defaultWorkload.readPercent),
  block: parseAsString.withDefault(defaultWorkload.blockKib),
  depth: parseAsString.withDefault(defaultWorkload.queueDepth),
  threads: parseAsString.withDefault(defaultWorkload.threads),
  duration: parseAsString.withDefault(defaultWorkload.durationS),
  warmup: parseAsString.withDefault(defaultWorkload.rampS),
  span: parseAsString.withDefault(defaultWorkload.spanPercent),
};

type WorkloadUrl = Omit<
  { [Key in keyof typeof launchParsers]: string },
  "drive" | "target" | "plan" | "again" | "short" | "start" | "beside" | "pattern"
> & {
  readonly pattern: WorkloadText["pattern"];
};

/** Where the launch page stands with a run's plan and target chosen. */
export function launchAgainAddress(runId: string, target: TargetChoice): string {
  return `/benchmarks/new?target=${keyOf(target)}&again=${runId}`;
}

/** The workload's fields as they stand in the URL. */
export function workloadOfUrl(url: WorkloadUrl): WorkloadText {
  return {
    pattern: url.pattern,
    readPercent: url.reads,
    blockKib: url.block,
    queueDepth: url.depth,
    threads: url.threads,
    durationS: url.duration,
    rampS: url.warmup,
    spanPercent: url.span,
  };
}

export function urlOfWorkload(text: WorkloadText): WorkloadUrl {
  return {
    pattern: text.pattern,
    reads: text.readPercent,
    block: text.blockKib,
    depth: text.queueDepth,
    threads: text.threads,
    duration: text.durationS,
    warmup: text.rampS,
    span: text.spanPercent,
  };
}
