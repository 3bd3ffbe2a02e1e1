import type { DriveSettings, Slices } from "./settings.ts";

/** Outstanding operations: so many in each thread, or so many in all, split over threads. */
export type PointDepth =
  | { readonly kind: "perThread"; readonly queueDepth: number; readonly threads: number }
  | { readonly kind: "total"; readonly totalDepth: number; readonly threadsMax: number };

/** When operations start: as soon as another one came back, or at a rate that does not wait for the target. */
export type PointLoad =
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly ratePerSecond: number; readonly pace: "fixed" | "poisson" };

export interface SteadyState {
  readonly roundSeconds: number;
  readonly tracked: "iops" | "bandwidth" | "meanLatency";
  readonly windowRounds: number;
  readonly excursionPercent: number;
  readonly slopePercent: number;
  readonly roundsMax: number;
}

/** What ends a point; `durationSeconds` of `fills` and `bytes` is their limit. */
export type PointEnding =
  | { readonly kind: "duration"; readonly durationSeconds: number }
  | { readonly kind: "fills"; readonly fills: number; readonly durationSeconds: number }
  /** `bytes` is a whole decimal number. */
  | { readonly kind: "bytes"; readonly bytes: string; readonly durationSeconds: number }
  /** `reached` is said of a point that was measured: whether its last rounds were steady. */
  | ({ readonly kind: "steadyState"; readonly reached?: boolean | undefined } & SteadyState);

/** What is asked of one load: of a point, or of one of several that run at once. */
export interface LoadSpec {
  readonly distribution: string;
  readonly data: string;
  /** Unit of the offsets; absent: each operation's own size. */
  readonly alignBytes?: number | undefined;
  /** One size; absent where there is a mix. */
  readonly blockBytes?: number | undefined;
  readonly blockMix?: string | undefined;
  readonly readPercent: number;
  readonly depth: PointDepth;
  readonly load: PointLoad;
  readonly spanPercent: number;
}

/** Another load that runs beside a point. */
export interface StreamSpec extends LoadSpec {
  readonly name: string;
  readonly pattern: "random" | "sequential";
}

/** Everything that is asked of one point, its defaults written out; the contract's PointSpec. */
export interface PointSpec extends LoadSpec {
  readonly engine: string;
  /** `sprandom` is the order of a fill alone. */
  readonly pattern: "random" | "sequential" | "sprandom";
  readonly rampSeconds: number;
  readonly ending: PointEnding;
  /** What earlier steps of the run made of the target, in order; empty: as it was found. */
  readonly precondition: readonly string[];
  /** Preconditioning is measured and shown, but never compared; absent: a measurement. */
  readonly purpose?: "measure" | "precondition" | undefined;
  /** Settings of the drive that the plan changed, as they are at this point. */
  readonly settings?: DriveSettings | undefined;
  /** Which of several loads at once this point is; the others are `beside`, in the order of their names. */
  readonly stream?: string | undefined;
  readonly beside?: readonly StreamSpec[] | undefined;
  readonly slices?: Slices | undefined;
  /** Of a fill by sprandom: the over-provisioning that it assumes. */
  readonly overProvisioningPercent?: number | undefined;
}

/** What a search raised. */
export interface Raised {
  readonly parameter: "rate" | "queueDepth" | "threads";
  readonly value: number;
  /** The answer, measured once more. */
  readonly confirms?: boolean | undefined;
}

/** A point of a run, as its plan has it. */
export interface PlannedPoint {
  /** Its place in the order of measuring, from 0. */
  readonly sequence: number;
  /** Where its step stands in the plan: [1] is the second step, [1, 0] the first within it. */
  readonly stepPath: readonly number[];
  /** Of the innermost rounds, from 0. */
  readonly round?: number | undefined;
  readonly raised?: Raised | undefined;
  readonly spec: PointSpec;
}
