import type { Database } from "@crosspoint/db";
import {
  type PointPlace,
  readSecondHistograms,
  type StreamedDirection,
  sumStreamedSeconds,
} from "@crosspoint/db/queries/streamed-seconds";
import { decodeHistogram, type LatencyHistogram, mergeHistograms, readPercentile } from "@crosspoint/domain";
import type { DirectionResult } from "./view.ts";

/** Figures of the seconds that arrived of a point whose result did not. */
export interface StreamedResult {
  /** Length of these seconds. */
  readonly elapsedNs: number;
  readonly directions: readonly DirectionResult[];
}

/** The rates of points by their seconds, by {@link placeKey}; without percentiles, which need their histograms. */
export async function streamedRates(
  db: Database,
  points: readonly PointPlace[],
): Promise<Map<string, readonly DirectionResult[]>> {
  if (points.length === 0) return new Map();
  const byPoint = Map.groupBy(await sumStreamedSeconds(db, points), placeKey);
  return new Map([...byPoint].map(([key, directions]) => [key, directions.map((each) => resultOf(each, undefined))]));
}

/** The figures of one point by its seconds; undefined where none was measured. */
export async function streamedResult(db: Database, point: PointPlace): Promise<StreamedResult | undefined> {
  const sums = await sumStreamedSeconds(db, [point]);
  const [first] = sums;
  if (first === undefined) return undefined;
  const directions: DirectionResult[] = [];
  for (const sum of sums) directions.push(resultOf(sum, await mergedHistogram(db, sum)));
  return { elapsedNs: first.elapsedNs, directions };
}

export function placeKey({ runId, sequence }: PointPlace): string {
  return `${runId} ${sequence}`;
}

/** Seconds whose histograms are in memory at once. */
const pageSeconds = 600;

async function mergedHistogram(db: Database, sum: StreamedDirection): Promise<LatencyHistogram | undefined> {
  let merged: LatencyHistogram | undefined;
  for (let fromSecond = 0; fromSecond <= sum.lastSecond; fromSecond += pageSeconds) {
    const page = { fromSecond, toSecond: fromSecond + pageSeconds };
    const encoded = await readSecondHistograms(db, sum, sum.direction, page);
    const decoded = encoded.map((bytes) => decodeHistogram(Buffer.from(bytes).toString("base64")));
    merged = mergeHistograms(merged === undefined ? decoded : [merged, ...decoded]);
  }
  return merged;
}

function resultOf(sum: StreamedDirection, histogram: LatencyHistogram | undefined): DirectionResult {
  const { direction, operations, bytes, elapsedNs, latencyNsMean, latencyNsMax } = sum;
  const seconds = elapsedNs / 1e9;
  const at = (percentile: Parameters<typeof readPercentile>[1]) => {
    const reading = histogram && readPercentile(histogram, percentile);
    return reading?.kind === "value" ? reading.ns : undefined;
  };
  return {
    direction,
    operations,
    bytes: bytes.toString(),
    iops: seconds > 0 ? operations / seconds : 0,
    bytesPerSecond: seconds > 0 ? Number(bytes) / seconds : 0,
    latencyNsMin: undefined,
    latencyNsMean,
    latencyNsStddev: undefined,
    latencyNsMax,
    latencyNsP50: at("50"),
    latencyNsP90: at("90"),
    latencyNsP99: at("99"),
    latencyNsP999: at("99.9"),
    latencyNsP9999: at("99.99"),
    latencyNsP99999: at("99.999"),
  };
}
