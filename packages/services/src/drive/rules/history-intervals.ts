import type { SmartHistoryRecord } from "@crosspoint/db/queries/smart-history";

/**
 * Intervals that are rolled up, and those of the samples since: the interval in which one ends and the other begins is one. Both the
 * oldest first.
 */
export function joinIntervals(
  rolled: readonly SmartHistoryRecord[],
  sampled: readonly SmartHistoryRecord[],
): SmartHistoryRecord[] {
  const last = rolled.at(-1);
  const [first] = sampled;
  if (last === undefined || first === undefined || last.begins.getTime() !== first.begins.getTime()) {
    return [...rolled, ...sampled];
  }
  return [...rolled.slice(0, -1), joined(last, first), ...sampled.slice(1)];
}

function joined(a: SmartHistoryRecord, b: SmartHistoryRecord): SmartHistoryRecord {
  return {
    begins: a.begins,
    time: b.time,
    samples: a.samples + b.samples,
    temperatureKelvin: joinedGauge(a.temperatureKelvin, b.temperatureKelvin),
    percentageUsed: Math.max(a.percentageUsed, b.percentageUsed),
    availableSparePercent: Math.min(a.availableSparePercent, b.availableSparePercent),
    dataUnitsReadIncrease: added(a.dataUnitsReadIncrease, b.dataUnitsReadIncrease),
    dataUnitsWrittenIncrease: added(a.dataUnitsWrittenIncrease, b.dataUnitsWrittenIncrease),
    coveredMs: a.coveredMs + b.coveredMs,
    mediaErrors: b.mediaErrors,
  };
}

type Gauge = SmartHistoryRecord["temperatureKelvin"];

function joinedGauge(a: Gauge, b: Gauge): Gauge {
  if (a === undefined || b === undefined) return a ?? b;
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max), sum: a.sum + b.sum, count: a.count + b.count };
}

function added(a: string, b: string): string {
  return (BigInt(a) + BigInt(b)).toString();
}
