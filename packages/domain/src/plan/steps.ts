import type { SteadyState } from "./point-spec.ts";
import type { DriveSettings, Slices } from "./settings.ts";

/** A value, or a list of values that a sweep goes through. */
export type Axis<Value> = Value | readonly Value[];

/** Every combination of the axes, in the order in which they stand here; the last varies fastest. */
export interface SweepStep {
  readonly kind: "sweep";
  readonly engine?: Axis<string> | undefined;
  readonly pattern: Axis<"random" | "sequential">;
  readonly distribution?: Axis<string> | undefined;
  readonly data?: Axis<string> | undefined;
  readonly alignBytes?: Axis<number | "block"> | undefined;
  readonly blockBytes?: Axis<number> | undefined;
  readonly blockMix?: Axis<string> | undefined;
  readonly readPercent: Axis<number>;
  readonly threads?: Axis<number> | undefined;
  readonly queueDepth?: Axis<number> | undefined;
  readonly threadsMax?: Axis<number> | undefined;
  readonly totalDepth?: Axis<number> | undefined;
  readonly ratePerSecond?: Axis<number> | undefined;
  readonly pace?: "fixed" | "poisson" | undefined;
  readonly spanPercent?: number | undefined;
  readonly rampSeconds?: number | undefined;
  readonly durationSeconds?: number | undefined;
  readonly fills?: number | undefined;
  readonly bytes?: string | undefined;
  readonly steadyState?: SteadyState | undefined;
  readonly slices?: Slices | undefined;
}

/** One of several loads at once. */
export interface Stream {
  readonly name: string;
  readonly pattern: "random" | "sequential";
  readonly distribution?: string | undefined;
  readonly data?: string | undefined;
  readonly alignBytes?: number | "block" | undefined;
  readonly blockBytes?: number | undefined;
  readonly blockMix?: string | undefined;
  readonly readPercent: number;
  readonly threads?: number | undefined;
  readonly queueDepth?: number | undefined;
  readonly threadsMax?: number | undefined;
  readonly totalDepth?: number | undefined;
  readonly ratePerSecond?: number | undefined;
  readonly pace?: "fixed" | "poisson" | undefined;
  readonly spanPercent?: number | undefined;
}

/** Several loads at once: a point of each, measured together. */
export interface StreamsStep {
  readonly kind: "streams";
  readonly engine?: string | undefined;
  readonly rampSeconds?: number | undefined;
  readonly durationSeconds: number;
  readonly slices?: Slices | undefined;
  readonly streams: readonly Stream[];
}

/** Destroys all data on the target. */
export interface PurgeStep {
  readonly kind: "purge";
  readonly method: "format" | "sanitizeBlock" | "sanitizeCrypto" | "sanitizeOverwrite" | "discard";
}

/** Writes the target over, to bring it into a state. */
export interface FillStep {
  readonly kind: "fill";
  readonly method: "sequential" | "random" | "sprandom";
  readonly blockBytes: number;
  /** How many times the span is written; sprandom writes it once. */
  readonly fills?: number | undefined;
  readonly queueDepth?: number | undefined;
  readonly threads?: number | undefined;
  readonly overProvisioningPercent?: number | undefined;
  readonly data?: string | undefined;
  readonly spanPercent?: number | undefined;
  readonly durationSecondsMax?: number | undefined;
}

/** A drive's settings for the rest of the run. */
export interface SetStep extends DriveSettings {
  readonly kind: "set";
}

/** The drive tests itself. */
export interface SelfTestStep {
  readonly kind: "selfTest";
  readonly test: "short" | "extended";
}

/** Nothing is sent. */
export interface IdleStep {
  readonly kind: "idle";
  readonly seconds: number;
}

/** A figure of one point of a body, known by fields of its sweep or stream. */
export interface Tracked {
  readonly metric: "iops" | "bandwidth" | "meanLatency";
  readonly stream?: string | undefined;
  readonly pattern?: "random" | "sequential" | undefined;
  readonly blockBytes?: number | undefined;
  readonly readPercent?: number | undefined;
  readonly threads?: number | undefined;
  readonly queueDepth?: number | undefined;
}

/** When rounds end before there are `roundsMax` of them. */
export interface Until {
  readonly kind: "steadyState";
  readonly windowRounds: number;
  readonly excursionPercent: number;
  readonly slopePercent: number;
  readonly tracked: readonly Tracked[];
}

/** The body again and again. */
export interface RoundsStep {
  readonly kind: "rounds";
  readonly roundsMax: number;
  readonly until?: Until | undefined;
  readonly steps: readonly (SweepStep | FillStep | StreamsStep | IdleStep)[];
}

/** What must hold for a value of a search to pass. */
export interface Criterion {
  readonly stream?: string | undefined;
  readonly direction: "read" | "write";
  readonly overNs?: number | undefined;
  readonly percentBelow?: number | undefined;
  readonly percentile?: number | undefined;
  readonly belowNs?: number | undefined;
  readonly ratePercentAtLeast?: number | undefined;
}

/** A parameter is raised until a criterion fails. */
export interface SearchStep {
  readonly kind: "search";
  readonly raise: "rate" | "queueDepth" | "threads";
  readonly from: number;
  readonly to: number;
  readonly resolution: number;
  readonly confirmSeconds?: number | undefined;
  readonly criteria: readonly Criterion[];
  readonly steps: readonly (StreamsStep | SweepStep)[];
}

/** Transactions of a database on the target, at several numbers of clients. */
export interface DatabaseStep {
  readonly kind: "database";
  readonly system: "postgresql";
  readonly benchmark: "tpcbLike" | "selectOnly";
  readonly sizeGib: number;
  readonly clients: Axis<number>;
  readonly rampSeconds?: number | undefined;
  readonly durationSeconds: number;
}

/** The body once for every value of a setting, which is put back after it. */
export interface EachStep {
  readonly kind: "each";
  readonly setting: keyof DriveSettings;
  readonly values: "offered" | readonly (number | string)[];
  readonly steps: readonly PlanStep[];
}

/**
 * Stands for the steps that measure what the drive's model is rated for. Only plans that the server keeps have it, at their
 * top; conformance/rated-steps.ts puts steps in its place.
 */
export interface RatedFiguresStep {
  readonly kind: "ratedFigures";
  readonly figures?: "all" | "reads" | undefined;
  readonly rampSeconds?: number | undefined;
  readonly durationSeconds: number;
  /** Before the first figure, and before random writes. */
  readonly sequentialFills?: number | undefined;
  readonly randomFills?: number | undefined;
  readonly fillSecondsMax?: number | undefined;
}

/** One step of a plan; the contract says which are valid. */
export type PlanStep =
  | PurgeStep
  | SetStep
  | FillStep
  | SweepStep
  | StreamsStep
  | RoundsStep
  | EachStep
  | SearchStep
  | SelfTestStep
  | IdleStep
  | DatabaseStep
  | RatedFiguresStep;
