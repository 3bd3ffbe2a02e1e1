import type { ComparisonMetric } from "../compare/metrics.ts";
import type { Bound } from "../units/bound.ts";
import type { StatedWorkload } from "../workload/workload.ts";

/** A figure that the vendor promises, in base units: operations/s, bytes/s or nanoseconds. */
export interface RatedFigure {
  /** The key in drive-models.yaml: stable. */
  readonly key: string;
  readonly label: string;
  /** What a measurement of the same name is held against. "Typical" latency is the vendor's word, compared with the median. */
  readonly metric: ComparisonMetric;
  readonly value: number;
  readonly unit: "iops" | "bytes/s" | "ns";
  readonly bound: Bound;
  /** As much of the rated workload as the spec sheet states. */
  readonly workload: Partial<StatedWorkload>;
  /** Why a run on one drive cannot measure it; absent where it can. */
  readonly notMeasurable?: string | undefined;
}

/** Something else that a spec sheet promises, which no benchmark checks. */
export interface UncheckedRating {
  readonly label: string;
  readonly value: string;
  readonly reason: string;
}

/** What the spec sheet of one drive promises: of its model, and of its capacity. */
export interface RatedSheet {
  readonly modelId: string;
  /** Of the model, with the capacity where the sheet has it. */
  readonly name: string;
  /** In the catalog's sources. */
  readonly sourceId: string;
  readonly figures: readonly RatedFigure[];
  readonly unchecked: readonly UncheckedRating[];
}

/** A rated figure, and the step of a plan that measures it. */
export interface RatedCheck {
  readonly figure: RatedFigure;
  /** Absent where no step does; then `notMeasured` says why. */
  readonly stepPath?: readonly number[] | undefined;
  readonly notMeasured?: string | undefined;
}

/** What a run checks of a spec sheet, as both were when it was launched. */
export interface RatedChecks extends Omit<RatedSheet, "figures"> {
  readonly checks: readonly RatedCheck[];
}
