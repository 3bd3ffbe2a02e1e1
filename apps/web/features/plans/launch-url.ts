import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { weekdays } from "./rhythm-text";
import { defaultWorkload, type WorkloadText } from "./workload";

/** When it starts. */
export const starts = ["now", "queue", "once", "weekly"] as const;
export type Start = (typeof starts)[number];

/** Chosen where the address names no plan. */
export const defaultPlan = "quick-check";

/** What a person chose, in the URL; the targets of a batch and the settings of the drive are kept by the tab. */
export const launchParsers = {
  /** Many targets, which this tab keeps, instead of one. */
  many: parseAsBoolean.withDefault(false),
  drive: parseAsString,
  target: parseAsString,
  /** Without it the default plan. */
  plan: parseAsString,
  /** The run whose very plan it is, instead of `plan`. */
  again: parseAsString,
  /** The longest time of a point in seconds, where it is a trial of the plan. */
  short: parseAsString,
  start: parseAsStringLiteral(starts).withDefault("now"),
  beside: parseAsBoolean.withDefault(false),
  together: parseAsBoolean.withDefault(false),
  name: parseAsString.withDefault(""),
  at: parseAsString.withDefault(""),
  days: parseAsArrayOf(parseAsStringLiteral(weekdays)).withDefault([]),
  time: parseAsString.withDefault("02:00"),
  /** Without it the browser's. */
  zone: parseAsString,
  pattern: parseAsStringLiteral(["random", "sequential"]).withDefault(defaultWorkload.pattern),
  reads: parseAsString.withDefault(defaultWorkload.readPercent),
  block: parseAsString.withDefault(defaultWorkload.blockKib),
  depth: parseAsString.withDefault(defaultWorkload.queueDepth),
  threads: parseAsString.withDefault(defaultWorkload.threads),
  duration: parseAsString.withDefault(defaultWorkload.durationS),
  warmup: parseAsString.withDefault(defaultWorkload.rampS),
  span: parseAsString.withDefault(defaultWorkload.spanPercent),
};

/** The workload's fields. */
type WorkloadUrl = { [Key in "reads" | "block" | "depth" | "threads" | "duration" | "warmup" | "span"]: string } & {
  readonly pattern: WorkloadText["pattern"];
};

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
