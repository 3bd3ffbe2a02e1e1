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
  | ({ readonly kind: "steadyState" } & SteadyState);

/** Everything that is asked of one point, its defaults written out; the contract's PointSpec. */
export interface PointSpec {
  readonly engine: string;
  readonly pattern: "random" | "sequential";
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
  readonly rampSeconds: number;
  readonly ending: PointEnding;
  /** What earlier steps of the run made of the target, in order; empty: as it was found. */
  readonly precondition: readonly string[];
}

/** A point of a run, as its plan has it. */
export interface PlannedPoint {
  /** Its place in the order of measuring, from 0. */
  readonly sequence: number;
  /** Where its step stands in the plan: [1] is the second step. */
  readonly stepPath: readonly number[];
  readonly spec: PointSpec;
}
