import {
  countDriveReadings,
  type ExtremeDrive,
  findFastestWearing,
  findHottest,
  findMostWorn,
  type ReadingCount,
} from "@crosspoint/db/queries/drive-readings";
import { celsiusOfKelvin } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { freshSince } from "../drive/rules/readings.ts";
import { requireRight } from "../rights.ts";

/** Drives that are named where they stand out. */
const maxNamed = 5;

export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

export interface FleetReadings {
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

/** How warm and how worn the drives are, and which of them stand out. */
export async function fleetReadings(context: ServiceContext): Promise<FleetReadings> {
  requireRight(context, "fleet.view");
  const since = freshSince(context.now);
  const [readings, hottest, mostWorn, fastestWearing] = await Promise.all([
    countDriveReadings(context.db, since),
    findHottest(context.db, { since, limit: maxNamed }),
    findMostWorn(context.db, { limit: maxNamed }),
    findFastestWearing(context.db, { limit: maxNamed }),
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
