import { decodeHistogram, readPercentile } from "@crosspoint/domain";

/** What the histogram's samples carry, so that lists and comparisons need not read it. */
export function percentilesOf(encoded: string) {
  const histogram = decodeHistogram(encoded);
  const at = (percentile: Parameters<typeof readPercentile>[1]) => {
    const reading = readPercentile(histogram, percentile);
    return reading.kind === "value" ? BigInt(reading.ns) : null;
  };
  return {
    latencyNsP50: at("50"),
    latencyNsP90: at("90"),
    latencyNsP99: at("99"),
    latencyNsP999: at("99.9"),
    latencyNsP9999: at("99.99"),
    latencyNsP99999: at("99.999"),
  };
}

export function wide(value: number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}
