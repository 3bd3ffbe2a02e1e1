import { formatPercent } from "../../units/units.ts";
import { formatPercentageUsed, PERCENTAGE_USED_CAP, WORN_PERCENT } from "../../wear/endurance.ts";
import type { PastFacts } from "../past/past-facts.ts";
import { PEERS_MIN, percentOf } from "../past/peers.ts";
import type { HealthRule, PastRule, Read, ReportRule } from "../rule.ts";

const dayMs = 86_400_000;

const percentageUsed: ReportRule = {
  id: "percentageUsed",
  title: "Percentage used",
  kind: "level",
  judgedBy: "report",
  by: "facts",
  unit: "percent",
  figureMost: PERCENTAGE_USED_CAP,
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: WORN_PERCENT }],
  clears: {},
  hiddenBy: ["writeProtect"],
  meaning:
    "How much of the vendor's rated endurance is used. 100 % is the end of the rating, with what it promises of retention and error rate, not the end of the drive. It does not say how full the drive is.",
  remedy:
    "From 90 % on, plan its replacement and check the warranty. From 100 % on, keep a copy of its data, and do not store the drive without power.",
  exceptions: [
    "At 255 the drive stops counting: the true figure is unknown.",
    "It is renewed once in a power-on hour, and never falls by itself.",
    "Two firmware versions of one drive can count on different scales, as those of the DC P3700 do.",
  ],
  source:
    "NVM Express Base Specification, log page 02h; JESD218; Dell OpenManage warns at 90 and 100, smartmontools above 95",
  read: ({ sample }) => (sample === undefined ? "unknown" : { value: sample.percentageUsed }),
  text: ({ value = 0 }) =>
    Number(value) < 100
      ? `${formatPercentageUsed(Number(value))} of the rated endurance is used.`
      : `${formatPercentageUsed(Number(value))} of the rated endurance is used. The drive may keep working, but it is beyond the vendor's endurance rating.`,
};

const writeProtect: ReportRule = {
  id: "writeProtect",
  title: "Write limit",
  kind: "level",
  judgedBy: "report",
  by: "facts",
  unit: "percent",
  countedFrom: "the model's write limit",
  holds: "above",
  worse: "figure",
  grades: [
    { severity: "replace", at: 0 },
    { severity: "watch", at: -5 },
  ],
  clears: {},
  meaning: "This model protects itself at a percentage used of its own: its writes slow down to a fraction, or stop.",
  remedy: "Replace the drive. It goes on reading.",
  remedyAt: { watch: "Replace the drive before its limit. It goes on reading after it." },
  exceptions: ["Grades count from the model's limit in the catalog; other models have none."],
  source: "Intel's specification of the Optane DC P4800X (105 %, 30 MB/s); the margin of 5 is chosen",
  read: ({ sample, limits }) => {
    const base = limits.writeProtectPercentageUsed;
    if (base === undefined) return "exempt";
    return sample === undefined ? "unknown" : { value: sample.percentageUsed, base };
  },
  text: ({ severity, value = 0, threshold = 0 }) => {
    const used = `${formatPercentageUsed(Number(value))} of the rated endurance is used`;
    return severity === "replace"
      ? `${used}; this model limits writes from ${formatPercent(Number(threshold)).text}.`
      : `${used}, close to where this model limits writes.`;
  },
};

const wearForecast: PastRule = {
  id: "wearForecast",
  title: "End of rated wear",
  kind: "forecast",
  judgedBy: "worker",
  by: "past",
  unit: "days",
  holds: "below",
  worse: "severity",
  grades: [
    { severity: "replace", at: 90, clearsAt: 110 },
    { severity: "watch", at: 365, clearsAt: 400 },
  ],
  clears: { afterMinutes: 14 * 24 * 60 },
  meaning: "If the drive goes on as it did, its rating, or the model's own limit, may be reached that soon.",
  remedy: "Order a replacement, or move what writes.",
  exceptions: [
    "It goes by the earliest date of the forecast's interval.",
    "A rating that is used up makes no drive fail: only a model that limits itself is to be replaced by this.",
    "Fewer than 3 whole percents, or 30 days of writes against a rating in bytes, are not enough for a date.",
    "Of a model that limits itself, those days of writes tell the end of its rating, not when it reaches its limit.",
    "Write Zeroes and Write Uncorrectable are not counted by the drive.",
  ],
  source: "365 and 90 days are chosen: a budget year, and a delivery. Ceph warns 12 weeks before the predicted end",
  read: untilEnd,
  text: ({ value = 0 }) =>
    `At its present pace the drive may reach the end of its rated wear in ${value} ${Number(value) === 1 ? "day" : "days"}.`,
};

function untilEnd({ nowMs, wearEnd }: PastFacts): Read {
  switch (wearEnd?.kind) {
    case undefined:
    case "notEnoughData":
      return "unknown";
    case "reached":
      // Percentage used and the write limit say it then.
      return "exempt";
    case "beyond":
      return { value: undefined };
    case "forecast": {
      const value = Math.max(Math.floor((wearEnd.earliestMs - nowMs) / dayMs), 0);
      return { value, only: wearEnd.limit === "writeProtect" ? undefined : "watch" };
    }
  }
}

const writesAboveRating: PastRule = {
  id: "writesAboveRating",
  title: "Writes above rating",
  kind: "rate",
  judgedBy: "worker",
  by: "past",
  unit: "percent",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 100, strictly: true, clearsAt: 90 }],
  clears: { afterMinutes: 14 * 24 * 60 },
  meaning: "More is written each day than the drive is rated for: the warranty's writes end before its years do.",
  remedy: "Find what writes, or accept it and plan a replacement.",
  exceptions: [
    "A bulk load or a benchmark within the 30 days counts like any other write.",
    "Models without a rating in the catalog are not judged.",
  ],
  source: "JESD218 and JESD219 define the rating; 30 days are chosen",
  read: ({ drivesPerDay30, drivesPerDay30Before, ratedDrivesPerDay: rated }) => {
    // Days are read once a day: in the turns between nothing tells of the rating either.
    if (drivesPerDay30 === undefined) return "unknown";
    if (rated === undefined) return "exempt";
    const before = drivesPerDay30Before?.map(({ atMs, drivesPerDay }) => ({
      atMs,
      value: drivesPerDay === undefined ? undefined : tenths((drivesPerDay / rated) * 100),
    }));
    return { value: tenths((drivesPerDay30 / rated) * 100), before };
  },
  text: ({ value = 0 }) =>
    `Over 30 days the drive was written at ${formatPercent(Number(value)).text} of what it is rated for a day.`,
};

/** Not rounded onto the threshold: what is above it stays above. */
function tenths(percent: number): number {
  return percent > 100 ? Math.ceil(percent * 10) / 10 : Math.round(percent * 10) / 10;
}

const writeAmplification: PastRule = {
  id: "writeAmplification",
  title: "Write amplification",
  kind: "peer",
  judgedBy: "worker",
  by: "past",
  unit: "percent",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 500, strictly: true, clearsAt: 300 }],
  clears: {},
  meaning:
    "For what it is told to write, the drive writes far more to its medium than others of its model and firmware: small random writes, a full drive, no TRIM, or the firmware.",
  remedy: "Compare firmware versions, use TRIM, leave more of the drive unused.",
  exceptions: [
    `At least ${PEERS_MIN} drives of the same model and firmware are compared.`,
    "At least 1 % of the capacity must have been written within the 7 days.",
    "Only drives that count what reaches their medium tell it: those with OCP's or Intel's log.",
  ],
  source:
    "Maneas et al., FAST 2022: within a family the 95th percentile is often 9 times the median. 5 times is chosen",
  read: ({ amplification }) => (amplification?.median === undefined ? "unknown" : { value: percentOf(amplification) }),
  text: ({ value = 0 }) =>
    `For each byte that hosts write, the drive writes ${Number((Number(value) / 100).toFixed(1))} times as much to its medium as others of its model and firmware.`,
};

export const wearRules: readonly HealthRule[] = [
  percentageUsed,
  writeProtect,
  wearForecast,
  writesAboveRating,
  writeAmplification,
];
