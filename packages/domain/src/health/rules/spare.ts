import { formatPercent } from "../../units/units.ts";
import type { OpenCondition } from "../condition.ts";
import type { PastFacts } from "../past/past-facts.ts";
import type { HealthRule, PastRule, Read, ReportRule } from "../rule.ts";
import { dayHours, dayMinutes, growthRule } from "./growth.ts";

/** Reserved values: a drive that states one has no threshold. */
const THRESHOLD_MAX = 100;

const availableSpare: ReportRule = {
  id: "availableSpare",
  title: "Available spare",
  kind: "level",
  judgedBy: "report",
  by: "facts",
  unit: "percent",
  countedFrom: "the drive's spare threshold",
  holds: "below",
  worse: "figure",
  grades: [
    { severity: "replace", at: 0, strictly: true, clearsAt: 7 },
    { severity: "watch", at: 5, clearsAt: 7 },
  ],
  clears: {},
  meaning: "What is left of the blocks kept in reserve, as a share of the original.",
  remedy: "Replace the drive.",
  remedyAt: { watch: "Plan a replacement." },
  exceptions: ["Grades count from the drive's own threshold. One of 0 (Optane) or above 100 (reserved) means none."],
  source:
    "NVM Express Base Specification, log page 02h; of 59 real logs the threshold is 10 in 47 and 5 in 10. The margins of 5 and 7 are chosen",
  read: ({ sample }) => {
    if (sample === undefined) return "unknown";
    const { availableSparePercent: value, availableSpareThresholdPercent: base } = sample;
    return base === 0 || base > THRESHOLD_MAX ? "exempt" : { value, base };
  },
  text: ({ severity, value = 0, threshold = 0 }) =>
    severity === "replace"
      ? `Available spare is ${percent(value)}, ${placeOf(Number(value), Number(threshold))} the drive's threshold of ${percent(threshold)}.`
      : `Available spare is ${percent(value)}, close to the drive's threshold.`,
};

const availableSpareSlope = growthRule({
  id: "availableSpareSlope",
  title: "Spare falling",
  kind: "growth",
  counter: "spareFalls",
  unit: "percent",
  figureMost: 100,
  grades: [{ severity: "watch", at: 2, withinHours: 30 * dayHours }],
  clears: { afterMinutes: 60 * dayMinutes },
  counted: ["percentage point of spare lost", "percentage points of spare lost"],
  meaning: "Blocks fail faster than usual.",
  remedy: "Look at media errors and firmware notices of this model, then plan its replacement.",
  exceptions: ["A single percent is not enough: some models go to and fro between 100 and 99."],
  source:
    "Schroeder et al., FAST 2016: after 2 to 4 bad blocks half of the drives get hundreds. 2 in 30 days is chosen",
});

const FALLS_MIN = 3;
const dayMs = 86_400_000;

const availableSpareForecast: PastRule = {
  id: "availableSpareForecast",
  title: "Spare runs out",
  kind: "forecast",
  judgedBy: "worker",
  by: "past",
  unit: "days",
  holds: "below",
  worse: "severity",
  grades: [{ severity: "replace", at: 60 }],
  clears: { afterMinutes: 60 * dayMinutes },
  meaning: "At the pace of its falls so far, the spare reaches the drive's threshold soon.",
  remedy: "Order a replacement and move the data before that.",
  exceptions: [
    `At least ${FALLS_MIN} falls show a pace.`,
    "A drive without a threshold has no such date.",
    "Of a drive below its threshold available spare itself says so.",
  ],
  source: "60 days are chosen: two lead times of a spare part",
  read: untilThreshold,
  text: ({ value = 0 }) =>
    Number(value) === 0
      ? "At the pace of its falls, available spare reaches the drive's threshold within a day, if it has not yet."
      : `At the pace of its falls, available spare reaches the drive's threshold in ${value} ${Number(value) === 1 ? "day" : "days"}.`,
};

/** Below the threshold the rule of the available spare says so, as severely: there is nothing left to forecast. */
function untilThreshold({ nowMs, growth, spare }: PastFacts, open: readonly OpenCondition[]): Read {
  const falls = growth.spareFalls;
  if (falls === undefined || spare === undefined) return "unknown";
  const { percent: left, thresholdPercent } = spare;
  if (thresholdPercent === 0 || thresholdPercent > THRESHOLD_MAX) return "exempt";
  if (open.some(({ rule, severity }) => rule === "availableSpare" && severity === "replace")) return "exempt";
  const [first] = falls;
  if (first === undefined || falls.length < FALLS_MIN) return { value: undefined };
  // The first fall ends a time of which the beginning is not known.
  const fell = falls.slice(1).reduce((sum, { by }) => sum + by, 0);
  const days = (nowMs - first.atMs) / dayMs;
  return { value: Math.max(Math.floor(((left - thresholdPercent) * days) / fell), 0) };
}

const badBlocks = growthRule({
  id: "badBlocks",
  title: "Bad blocks",
  kind: "growth",
  counter: "badBlocks",
  unit: "blocks",
  grades: [{ severity: "watch", at: 4, withinHours: 30 * dayHours }],
  clears: { afterMinutes: 60 * dayMinutes },
  counted: ["bad block", "bad blocks"],
  meaning: "Blocks of the medium were retired.",
  remedy: "Compare with drives of the same model, and watch the available spare.",
  exceptions: ["It is urgent only together with falling spare or new media errors, which say so themselves."],
  source: "Schroeder et al., FAST 2016: after 2 to 4 bad blocks half of the drives get hundreds",
});

/** Of a drive that does not tell how many dies it can lose. */
const TOLERANCE = 2;

const mediaDiesOffline: PastRule = {
  id: "mediaDiesOffline",
  title: "Media dies offline",
  kind: "level",
  judgedBy: "worker",
  by: "past",
  unit: "times",
  holds: "above",
  worse: "figure",
  grades: [
    { severity: "replace", at: 1 },
    { severity: "watch", at: 1 },
  ],
  clears: {},
  meaning: "A whole die of the medium is out of use, and rebuilt by the drive's own parity.",
  meaningAt: { replace: "As many dies of the medium are out of use as the drive can lose: the next one loses data." },
  remedy: "Plan a replacement.",
  remedyAt: { replace: "Move the data and replace the drive." },
  exceptions: [
    `It is to be replaced once as many are gone as it says it can lose; where it does not say so, ${TOLERANCE} stand for that.`,
  ],
  source: "nvme-cli's layout of OCP log page C0h; thresholds chosen",
  read: ({ dies }) => {
    if (dies === undefined) return "unknown";
    const { offline, tolerance = TOLERANCE } = dies;
    return { value: offline, only: offline >= tolerance ? "replace" : "watch" };
  },
  text: ({ severity, value = 0 }) => {
    const gone = `${value} ${Number(value) === 1 ? "die" : "dies"} of the medium ${Number(value) === 1 ? "is" : "are"} out of use`;
    return severity === "replace" ? `${gone}: as many as the drive can lose.` : `${gone}.`;
  },
};

export const spareRules: readonly HealthRule[] = [
  availableSpare,
  availableSpareForecast,
  availableSpareSlope,
  mediaDiesOffline,
  badBlocks,
];

function percent(value: number | bigint): string {
  return formatPercent(Number(value)).text;
}

/** A condition goes on for a while above its threshold. */
function placeOf(value: number, threshold: number): string {
  if (value === threshold) return "at";
  return value < threshold ? "below" : "no longer below";
}
