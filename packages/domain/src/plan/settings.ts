/** Settings of a drive that a plan can change. */
export interface DriveSettings {
  readonly powerState?: number | undefined;
  readonly powerGovernor?: number | undefined;
  readonly scheduler?: string | undefined;
}

/** A measurement in parts of so many seconds, each with how many operations took longer than some latencies. */
export interface Slices {
  readonly seconds: number;
  readonly overNs: readonly number[];
}
