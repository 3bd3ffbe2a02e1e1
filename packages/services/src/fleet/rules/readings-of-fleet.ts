import {
  countDriveReadings,
  type ExtremeDrive,
  findFastestWearing,
  findHottest,
  findMostWorn,
  type ReadingCount,
} from "@crosspoint/db/queries/drive-readings";
import { celsiusOfKelvin } from "@crosspoint/domain";
import type { ServiceContext } from "../../context.ts";
import { freshSince } from "../../drive/rules/readings.ts";

/** Drives that are named where they stand out. */
const maxNamed = 5;

export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

/** How warm and how worn the drives are, and which of them stand out. */
export interface ReadingsOfFleet {
  /** Drives by their temperature in °C, of the last hour: those below their own limits, and those that have reached one. */
  readonly celsius: {
    readonly belowLimits: readonly ValueCount[];
    readonly warning: readonly ValueCount[];
    readonly critical: readonly ValueCount[];
  };
  /** How many of these drives have which limit of their own. */
  readonly limits: { readonly warning: readonly ValueCount[]; readonly critical: readonly ValueCount[] };
  readonly percentagesUsed: readonly ValueCount[];
  readonly hottest: readonly ExtremeDrive[];
  readonly mostWorn: readonly ExtremeDrive[];
  readonly fastestWearing: readonly ExtremeDrive[];
}

/** As they are now. All rows of the drives are read, twice. */
export async function readingsOfFleet({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<ReadingsOfFleet> {
  const since = freshSince(now);
  const [readings, hottest, mostWorn, fastestWearing] = await Promise.all([
    countDriveReadings(db, since),
    findHottest(db, { since, limit: maxNamed }),
    findMostWorn(db, { limit: maxNamed }),
    findFastestWearing(db, { limit: maxNamed }),
  ]);
  const of = (kind: ReadingCount["kind"]) =>
    readings.filter((each) => each.kind === kind).map(({ value, count }) => ({ value, count }));
  const celsius = (kind: ReadingCount["kind"]) =>
    of(kind).map(({ value, count }) => ({ value: celsiusOfKelvin(value), count }));
  return {
    celsius: { belowLimits: celsius("belowLimits"), warning: celsius("warning"), critical: celsius("critical") },
    limits: { warning: celsius("warningLimit"), critical: celsius("criticalLimit") },
    percentagesUsed: of("percentageUsed"),
    ...{ hottest, mostWorn, fastestWearing },
  };
}
