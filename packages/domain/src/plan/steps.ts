import type { SteadyState } from "./point-spec.ts";

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
}

/** A drive's settings for the rest of the run. */
export interface SetStep {
  readonly kind: "set";
  readonly powerState?: number | undefined;
  readonly powerGovernor?: number | undefined;
  readonly scheduler?: string | undefined;
}

/** One step of a plan; the contract says which are valid. */
export type PlanStep = SweepStep | SetStep;
