import { formatPercent, formatThroughput } from "../units/units.ts";

/** What a spec sheet says of a model at the end of its rating. */
export interface EndOfLife {
  readonly writeProtectPercentageUsed: number;
  readonly writeProtectWriteBytesPerSecond: number;
  readonly retentionUnpoweredMonthsAtEndOfLife: number;
}

/** What the end of the rating means for a drive, in sentences; of a model that the catalog does not know what the standard says. */
export function endMeaning(model: EndOfLife | undefined): readonly string[] {
  const end =
    "At 100\u2009% the vendor's endurance rating ends, with what it promises of retention and error rate. The drive itself may go on.";
  if (model === undefined) {
    return [
      end,
      "How the model behaves then is not known: many drives go on, some become read-only.",
      "JESD218 asks a worn enterprise drive to keep data without power for 3 months at 40\u202f°C, and a client drive for a year at 30\u202f°C.",
    ];
  }
  const {
    writeProtectPercentageUsed,
    writeProtectWriteBytesPerSecond,
    retentionUnpoweredMonthsAtEndOfLife: months,
  } = model;
  return [
    end,
    `From ${formatPercent(writeProtectPercentageUsed).text} on, this model limits writes to ${formatThroughput(writeProtectWriteBytesPerSecond).text}, or takes none. It goes on reading.`,
    `Without power it keeps data for ${months} months then.`,
  ];
}
