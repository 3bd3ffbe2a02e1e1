import { formatPercent, THIN_SPACE } from "../../units/units.ts";
import type { PerformanceRule } from "../rule.ts";

/** Findings begin this far from the limit. */
const MARGIN_PERCENT = 5;

export const nearWriteProtect: PerformanceRule = {
  id: "nearWriteProtect",
  judge: ({ percentageUsed, writeProtect }) => {
    if (percentageUsed === undefined || writeProtect === undefined) return undefined;
    const limit = writeProtect.percentageUsed;
    if (percentageUsed < limit - MARGIN_PERCENT) return undefined;
    const speed = `${writeProtect.writeBytesPerSecond / 1e6}${THIN_SPACE}MB/s`;
    const from = formatPercent(limit).text;
    const reached = percentageUsed >= limit;
    return {
      text: `${formatPercent(percentageUsed).text} of the rated endurance is used; this model limits writes from ${from}.`,
      cost: reached ? `Writes are limited to ${speed}.` : `From ${from} on, writes are limited to ${speed}.`,
      remedy: reached ? "Replace the drive." : "Plan its replacement, and move write-heavy workloads to another drive.",
    };
  },
};
