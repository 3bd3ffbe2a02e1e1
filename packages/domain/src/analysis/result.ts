/**
 * Too little data for a result. Every analysis has this variant, so that no page can take a lack of data for a number:
 * there is none in it but how much there is and how much is needed.
 */
export interface TooLittle {
  readonly kind: "tooLittle";
  /** What there is too little of. */
  readonly of: Scarce;
  readonly needs: number;
  readonly has: number;
}

export type Scarce =
  | "rounds"
  | "seconds"
  | "repeats"
  | "runs"
  | "drives"
  | "depths"
  | "values"
  | "operations"
  | "reads"
  | "metrics"
  | "days"
  /** Whole percents by which percentage used rose. */
  | "percentSteps"
  | "bytesWritten"
  /** Values of which each tells something that the one before did not. */
  | "independentSeconds";

export function tooLittle(of: Scarce, needs: number, has: number): TooLittle {
  return { kind: "tooLittle", of, needs, has };
}
