import { formatBlockSize, THIN_SAMPLES_ABOVE } from "@crosspoint/domain";
import type { Run } from "../run-detail";

export type Imported = NonNullable<Run["imported"]>;
export type ImportedPoint = Imported["points"][number];
export type ImportedDirection = ImportedPoint["directions"][number];

/** What is known of a workload, in words; undefined where that is nothing. */
export function knownWords({ known }: Pick<ImportedPoint, "known">): string | undefined {
  const { blockBytes, blockMix, queueDepth, threads, engine, distribution } = known;
  const words = [
    blockBytes === undefined ? undefined : formatBlockSize(blockBytes).text,
    blockMix,
    accessWords(known),
    distribution === undefined || distribution === "uniform" ? undefined : distribution,
    queueDepth === undefined ? undefined : `QD${queueDepth}`,
    threads === undefined ? undefined : `${threads} ${threads === 1 ? "thread" : "threads"}`,
    engine,
  ].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(", ");
}

function accessWords({ pattern, readPercent }: ImportedPoint["known"]): string | undefined {
  if (readPercent === undefined) return pattern;
  const mix =
    readPercent === 100 ? "read" : readPercent === 0 ? "write" : `${readPercent}/${100 - readPercent} read/write`;
  return pattern === undefined ? mix : `${pattern} ${mix}`;
}

export interface StatedPercentile {
  readonly percentile: string;
  readonly ns: number;
  /** Operations that stand above it; undefined where their number is not stated. */
  readonly samplesAbove: number | undefined;
  /** Fewer stand above than a figure should be based on. */
  readonly thin: boolean;
}

/** Percentiles as the file states them, each with the operations that it is based on. */
export function statedPercentiles({
  percentiles,
  operations,
}: Pick<ImportedDirection, "percentiles" | "operations">): StatedPercentile[] {
  return percentiles.map(({ percentile, ns }) => {
    const samplesAbove = operations === undefined ? undefined : samplesAboveOf(percentile, operations);
    return { percentile, ns, samplesAbove, thin: samplesAbove !== undefined && samplesAbove < THIN_SAMPLES_ABOVE };
  });
}

/** In whole numbers of the last digit that is written: 100 - 99.9 is no tenth in doubles. */
function samplesAboveOf(percentile: string, operations: number): number {
  const [whole = "", fraction = ""] = percentile.split(".");
  const scale = 10 ** fraction.length;
  const above = 100 * scale - Number(`${whole}${fraction}`);
  return Math.floor((operations * above) / (100 * scale));
}
