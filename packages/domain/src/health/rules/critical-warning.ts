import { type CriticalWarningName, criticalWarnings, warningMask } from "../../smart/smart.ts";
import { RATED_PERCENT } from "../../wear/endurance.ts";
import type { Condition, OpenCondition } from "../condition.ts";
import type { HealthFacts, HealthSample } from "../facts.ts";
import type { HealthRule, PastRule, Read, Reading, ReportRule, SeriesRule } from "../rule.ts";

const text = ({ value = 0 }: Pick<Condition, "value">) =>
  criticalWarnings(Number(value))
    .map((warning) => warning.text)
    .join(" ");

const NOT_SET: Reading = { value: 0 };

/** The bit of that name, now; asked with every sample, so that it makes nothing where none is set. */
function bitOf(name: CriticalWarningName): ReportRule["read"] {
  const mask = warningMask(name);
  return ({ sample }) => {
    if (sample === undefined) return "unknown";
    const value = sample.criticalWarning & mask;
    return value === 0 ? NOT_SET : { value };
  };
}

/** Bits of byte 6, which are as the same of byte 0. */
const GROUP_BITS = [
  { bit: 8, severity: "failed", text: "media read-only" },
  { bit: 4, severity: "replace", text: "reliability degraded" },
  { bit: 1, severity: "watch", text: "spare below its threshold" },
] as const;

type BitWords = Pick<ReportRule, "title" | "grades" | "clears" | "meaning" | "remedy" | "exceptions" | "source">;

const bitRule = (name: CriticalWarningName, words: BitWords): ReportRule => ({
  id: `criticalWarning.${name}`,
  kind: "level",
  judgedBy: "report",
  by: "facts",
  unit: "bits",
  holds: "above",
  worse: "bits",
  read: bitOf(name),
  text,
  ...words,
});

const RELIABILITY = warningMask("reliabilityDegraded");
const TEMPERATURE = warningMask("temperatureThreshold");

/** A drive that refuses writes has failed at its job; lost reliability, spare or power-loss backup needs a new drive. */
const bits: readonly ReportRule[] = [
  bitRule("readOnly", {
    title: "Media read-only",
    grades: [{ severity: "failed", at: 1 }],
    clears: { byPerson: true },
    meaning: "The drive takes no more writes. Reads usually still work.",
    remedy: "Copy the data off and replace the drive.",
    exceptions: [
      "A namespace that somebody write-protected does not set this bit.",
      "An Optane P4800X past its limit may write slowly instead: see write protection.",
    ],
    source: "NVM Express Base Specification, log page 02h; reports on the Samsung 980 PRO",
  }),
  {
    ...bitRule("reliabilityDegraded", {
      title: "Reliability degraded",
      grades: [
        { severity: "replace", at: 1 },
        { severity: "watch", at: 1 },
      ],
      clears: { byPerson: true },
      meaning: "The drive itself distrusts its media or its own logic.",
      remedy:
        "Copy the data off now. Do not format the drive to clear the warning: one that did that was dead after it.",
      exceptions: [
        "Some drives set it only because their rating is used up: from 100 % used on, with spare above its threshold and no new media errors, it says to watch.",
      ],
      source:
        "Two real drives: one at 104 % used that went on serving, one at 0 % used (KIOXIA CM7-R) that was dying. The limit at 100 % separates them and is chosen",
    }),
    meaningAt: {
      watch:
        "The rating is used up, the spare is above its threshold and there are no new media errors: the warning most likely says no more than that.",
    },
    remedyAt: {
      watch: "Plan a replacement and keep a copy. New media errors, or spare at its threshold, make this urgent.",
    },
    read: reliability,
    text: ({ severity, value = RELIABILITY }) => {
      const said = text({ value });
      return severity === "watch"
        ? `${said} The rated endurance is used up and nothing else is wrong: it most likely says only that.`
        : said;
    },
  },
  bitRule("availableSpareBelowThreshold", {
    title: "Spare below threshold",
    grades: [{ severity: "replace", at: 1 }],
    clears: { inNextSample: true },
    meaning:
      "Blocks kept in reserve are nearly used up. The next ones that fail cannot be replaced, and many drives then go read-only.",
    remedy: "Move the data, and replace the drive this week.",
    exceptions: [
      "Optane has a threshold of 0 and never sets it.",
      "On a Samsung 980 PRO, see the firmware notice first.",
    ],
    source: "NVM Express Base Specification, log page 02h; Maneas et al., FAST 2020",
  }),
  bitRule("volatileMemoryBackupFailed", {
    title: "Power-loss protection failed",
    grades: [{ severity: "replace", at: 1 }],
    clears: { afterMinutes: 24 * 60 },
    meaning:
      "What saves the write cache when power is cut no longer can: writes that were acknowledged may be lost. The drive may also be slow.",
    remedy: "Plan a replacement. Until then, keep no sole copy on it and cut no power without a flush.",
    exceptions: [],
    source: "Wang et al., FailureMiner, FAST 2026: certain, but not urgent; the 24 hours are chosen",
  }),
  bitRule("persistentMemoryRegionUnreliable", {
    title: "Persistent memory region unreliable",
    grades: [{ severity: "watch", at: 1 }],
    clears: { inNextSample: true },
    meaning: "It matters only to software that uses the persistent memory region.",
    remedy: "Find out whether anything uses it; otherwise acknowledge this.",
    exceptions: [],
    source: "NVM Express Base Specification, log page 02h",
  }),
  bitRule("personalityIndeterminate", {
    title: "Personality indeterminate",
    grades: [{ severity: "watch", at: 1 }],
    clears: { inNextSample: true },
    meaning: "A change of the drive's personality left its settings in no defined state.",
    remedy: "Reset the controller, then check the format of its namespaces.",
    exceptions: ["Drives older than NVM Express 2.4 reserve the bit."],
    source: "NVM Express Base Specification 2.4, log page 02h",
  }),
  bitRule("reserved", {
    title: "Reserved warning",
    grades: [{ severity: "watch", at: 1 }],
    clears: { inNextSample: true },
    meaning: "The drive sets a warning bit that the specification reserves.",
    remedy: "Ask the vendor what it means.",
    exceptions: [],
    source: "NVM Express Base Specification, log page 02h",
  }),
];

const temperatureThreshold: SeriesRule = {
  id: "criticalWarning.temperatureThreshold",
  title: "Temperature threshold",
  kind: "timeAbove",
  judgedBy: "worker",
  by: "series",
  unit: "bits",
  holds: "above",
  worse: "bits",
  grades: [{ severity: "watch", at: 1, forMinutes: 10 }],
  clears: { afterMinutes: 30 },
  meaning: "A sensor is outside limits that the host can set. It is not a defect by itself.",
  remedy: "Find out which sensor; check airflow, fans, filters and neighbors.",
  exceptions: ["It is set below the lower limit too.", "A single spike says nothing: it must last."],
  source:
    "NVM Express Base Specification, log page 02h; the times are chosen so that a spike of one sample does not count",
  read: ({ recent }) =>
    recent === undefined
      ? "unknown"
      : {
          stretches: recent.map(({ timeMs, criticalWarning }) => ({
            fromMs: timeMs,
            toMs: timeMs,
            value: criticalWarning & TEMPERATURE,
          })),
        },
  text,
};

const enduranceGroupWarning: PastRule = {
  id: "enduranceGroupWarning",
  title: "Endurance group warning",
  kind: "level",
  judgedBy: "worker",
  by: "past",
  unit: "bits",
  holds: "above",
  worse: "bits",
  grades: [
    { severity: "failed", at: 1 },
    { severity: "replace", at: 1 },
    { severity: "watch", at: 1 },
  ],
  clears: {},
  meaning:
    "Spare, reliability or read-only mode of one endurance group; with several groups the controller's own warning can look clean.",
  remedy: "Find the group's namespaces (log page 09h), then act as for the controller's warning of the same name.",
  exceptions: ["It says of no group which one: log page 09h of each does."],
  source: "NVM Express Base Specification, log page 02h (byte 6)",
  read: ({ enduranceGroupWarning: bits }) => {
    if (bits === undefined) return "unknown";
    const worst = GROUP_BITS.find(({ bit }) => (bits & bit) !== 0);
    const value = GROUP_BITS.reduce((mask, { bit }) => mask | (bits & bit), 0);
    return { value, only: worst?.severity ?? "watch" };
  },
  text: ({ value = 0 }) => {
    const words = GROUP_BITS.filter(({ bit }) => (Number(value) & bit) !== 0).map(({ text: word }) => word);
    return words.length === 0 ? "" : `An endurance group of the drive warns: ${words.join(", ")}.`;
  },
};

export const criticalWarningRules: readonly HealthRule[] = [...bits, temperatureThreshold, enduranceGroupWarning];

/** The rating is used up and nothing else is wrong, or the drive is dying. */
function reliability(facts: HealthFacts, open: readonly OpenCondition[]): Read {
  const { sample } = facts;
  if (sample === undefined) return "unknown";
  const value = sample.criticalWarning & RELIABILITY;
  return value === 0 ? NOT_SET : { value, only: isMerelyWorn(sample, open) ? "watch" : "replace" };
}

function isMerelyWorn(sample: HealthSample, open: readonly OpenCondition[]): boolean {
  const errorsGrow = open.some(({ rule }) => rule === "mediaErrors" || rule === "mediaErrorBurst");
  const hasSpare = sample.availableSparePercent > sample.availableSpareThresholdPercent;
  return sample.percentageUsed >= RATED_PERCENT && hasSpare && !errorsGrow;
}
