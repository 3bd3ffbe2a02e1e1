import type { JudgedFigure } from "../conformance/judge.ts";

/** SMART as a run's counters have it; counters are 128 bits wide, as decimal strings. */
export interface CountedLog {
  readonly criticalWarning: number;
  readonly compositeTemperatureKelvin: number;
  readonly availableSparePercent: number;
  readonly availableSpareThresholdPercent: number;
  readonly percentageUsed: number;
  readonly dataUnitsRead: string;
  readonly dataUnitsWritten: string;
  readonly powerCycles: string;
  readonly unsafeShutdowns: string;
  readonly mediaErrors: string;
  readonly errorLogEntries: string;
  readonly warningTemperatureTimeMinutes: number;
  readonly criticalTemperatureTimeMinutes: number;
  readonly thermalManagement1Transitions?: number | undefined;
  readonly thermalManagement2Transitions?: number | undefined;
  readonly thermalManagement1Seconds?: number | undefined;
  readonly thermalManagement2Seconds?: number | undefined;
}

/** An entry of the drive's error log. */
export interface LoggedError {
  readonly errorCount: string;
  readonly status: number;
  readonly lba: string;
}

/** What a drive counted at one moment. */
export interface Counted {
  readonly log?: CountedLog | undefined;
  /** The newest first. */
  readonly errorLog: readonly LoggedError[];
  readonly vendorLogs: readonly VendorLogFacts[];
  /** What could not be read. */
  readonly problem?: string | undefined;
}

export interface VendorLogFacts {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string; readonly unit: string }[];
}

/** What reading verified data back found. */
export interface VerifiedFacts {
  readonly matched: number;
  readonly mismatched: number;
  readonly firstMismatchBytes?: string | undefined;
  readonly readBackBytes: string;
  readonly spanBytes: string;
}

/** A point of the run, as far as it is judged. */
export interface QualifiedPoint {
  readonly sequence: number;
  readonly state: string;
  readonly reason?: string | undefined;
  readonly isFill: boolean;
  readonly data: string;
  readonly spanPercent: number;
  readonly errors: readonly { readonly name: string; readonly count: number }[];
  readonly verification?: VerifiedFacts | undefined;
  /** The link while it was measured, and the best that the drive has; absent on what has no PCI Express link. */
  readonly link?: { readonly now: string; readonly best: string } | undefined;
}

/** How a self-test of the run ended. */
export interface SelfTestFacts {
  readonly test: "short" | "extended";
  readonly outcome: "passed" | "failed" | "skipped" | "unfinished";
  readonly reason?: string | undefined;
  readonly failedSegment?: number | undefined;
  readonly failingLba?: string | undefined;
}

/** Everything that a drive's qualification is judged by. */
export interface QualificationFacts {
  readonly runState: string;
  readonly runReason?: string | undefined;
  readonly points: readonly QualifiedPoint[];
  readonly before?: Counted | undefined;
  readonly after?: Counted | undefined;
  readonly heat: {
    /** Of the samples taken during the run, and of the two readings around it. */
    readonly kelvinMax?: number | undefined;
    /** Those during the run: two readings of a drive at rest say nothing of its load. */
    readonly samples: number;
    /** WCTEMP; absent where the drive states none, and unknown where nobody can be asked what it states. */
    readonly warningKelvin?: number | "unknown" | undefined;
  };
  readonly selfTests: readonly SelfTestFacts[];
  /** Steps of the plan that have the drive test itself. */
  readonly selfTestsPlanned: number;
  /** Absent where the run checks no spec sheet. */
  readonly rated?: readonly JudgedFigure[] | undefined;
  /** Bytes per second of the longest measured point, second by second, without its warm-up. */
  readonly soak?: readonly number[] | undefined;
}
