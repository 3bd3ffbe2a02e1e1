import {
  amplificationOver,
  type BesideOthers,
  capacitorOf,
  LOGS_STALE_MS,
  type LogHistory,
  logGrowth,
  type MediaPoint,
  type PastFacts,
} from "@crosspoint/domain";
import type { DriveLogs } from "@crosspoint/protocol";

/** What a drive's logs said last, and what that has come to. */
export interface ToldLogs {
  readonly toldAt: Date;
  readonly logs: DriveLogs;
  readonly history: LogHistory;
}

type LogFacts = Pick<
  PastFacts,
  "growth" | "totals" | "selfTests" | "readOnlyNamespaces" | "enduranceGroupWarning" | "dies"
>;

/** What a drive's logs say up to a time. What was not told for long is unknown. */
export function logFactsOf(told: ToldLogs | undefined, nowMs: number): LogFacts {
  const { growth, totals } = logGrowth(told?.history, nowMs);
  if (told === undefined || told.toldAt.getTime() <= nowMs - LOGS_STALE_MS) return { growth, totals };
  const { logs } = told;
  return {
    growth,
    totals,
    selfTests: logs.selfTests?.results,
    readOnlyNamespaces: logs.namespaces?.readOnly.length,
    enduranceGroupWarning: logs.enduranceGroupWarning,
    dies: diesOf(logs),
  };
}

function diesOf({ media }: DriveLogs): LogFacts["dies"] {
  if (media?.diesOffline === undefined) return undefined;
  return { offline: media.diesOffline, tolerance: media.dieFailureTolerance };
}

/** Written to the medium for each byte of hosts over so many days; null where that cannot be said. */
export function amplificationOf(told: ToldLogs | undefined, window: Parameters<typeof amplificationOver>[1]) {
  const points = told?.history.days.flatMap(({ atMs, bytesWritten, unitsWritten }): MediaPoint[] =>
    bytesWritten === undefined || unitsWritten === undefined ? [] : [{ atMs, bytesWritten, unitsWritten }],
  );
  if (points === undefined || points.length === 0 || window.capacityBytes <= 0) return null;
  const found = amplificationOver(points, window);
  return found.kind === "amplification" ? found.factor : null;
}

/** The drive's capacitors beside those of others. */
export function capacitorFacts(told: ToldLogs | undefined, median: number | undefined): PastFacts["capacitor"] {
  const read = told && capacitorOf(told.history.days);
  return read && { value: read.percent, fellPercent: read.fellPercent, median };
}

export function besideOthers(value: number | null, median: number | undefined): BesideOthers | undefined {
  return value === null ? undefined : { value, median };
}
