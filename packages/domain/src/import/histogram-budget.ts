import { decodeHistogram, HistogramDecodeError } from "../histogram/decode.ts";
import type { LatencyHistogram } from "../histogram/histogram.ts";
import { importLimits } from "./limits.ts";
import { ImportProblem } from "./problem.ts";

/** Decodes the histograms of one file within what all of them may take: 700 characters can hold half a million ranges. */
export class HistogramBudget {
  #bytes = 0;
  #ranges = 0;

  /** @throws ImportProblem where it is no histogram, or one more than the file may have. */
  decode(encoded: string, path: string): LatencyHistogram {
    // Once it is spent, not even what it would take to see how large the next one is.
    this.#refuseIfSpent(path);
    try {
      return decodeHistogram(encoded, (bytes) => {
        this.#bytes += bytes;
        this.#refuseIfSpent(path);
      });
    } catch (error) {
      if (error instanceof HistogramDecodeError || error instanceof RangeError)
        throw new ImportProblem(path, error.message);
      throw error;
    }
  }

  /** Counts ranges that stay in memory until the file is read. */
  keep(ranges: number, path: string): void {
    this.#ranges += ranges;
    this.#refuseIfSpent(path);
  }

  #refuseIfSpent(path: string): void {
    const { histogramBytes, histogramRanges } = importLimits;
    if (this.#bytes <= histogramBytes && this.#ranges <= histogramRanges) return;
    throw new ImportProblem(
      path,
      `The histograms up to here unpack to more than ${histogramBytes} bytes or ${histogramRanges} ranges. Divide the file.`,
    );
  }
}
