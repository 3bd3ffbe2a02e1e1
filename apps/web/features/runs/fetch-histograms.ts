import type { Outputs } from "@/api/client";

type Histogram = Outputs["result"]["histograms"][number];
interface PointKey {
  readonly runId: string;
  readonly sequence: number;
}

/** Points of one request, as many as the server answers at once. */
const batchSize = 24;

/** The histograms of all these points, batch by batch, for a file. */
export async function fetchHistograms(
  points: readonly PointKey[],
  fetchBatch: (points: PointKey[]) => Promise<readonly Histogram[]>,
): Promise<Histogram[]> {
  const found: Histogram[] = [];
  for (let start = 0; start < points.length; start += batchSize) {
    const batch = points.slice(start, start + batchSize).map(({ runId, sequence }) => ({ runId, sequence }));
    found.push(...(await fetchBatch(batch)));
  }
  return found;
}
