import { formatTemperature, THIN_SPACE } from "../../units/units.ts";
import type { Condition } from "../condition.ts";
import type { HealthRule, ReportRule, SeriesRule, UnjudgedRule } from "../rule.ts";
import { dayHours, dayMinutes, growthRule } from "./growth.ts";

const hourMs = 3_600_000;

/** Kelvin below the critical temperature where the drive tells no warning temperature to come down to. */
const COOLED_BY = 3;

const criticalTemperature: ReportRule = {
  id: "criticalTemperature",
  title: "Critical temperature",
  kind: "level",
  judgedBy: "report",
  by: "facts",
  unit: "kelvin",
  countedFrom: "the drive's critical temperature",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 0 }],
  clears: { afterMinutes: 10 },
  meaning: "It may shut down or lose data. Urgent, and yet no fault of the drive.",
  remedy: "Cool it now. Several drives of one host: the host.",
  exceptions: ["It goes by the drive's own critical temperature (CCTEMP); without one there is no rule."],
  source: "NVM Express Base Specification, Identify Controller; it ends at the warning temperature, chosen",
  read: ({ sample, limits }) => {
    const base = limits.criticalTemperatureKelvin ?? 0;
    if (base === 0) return "exempt";
    if (sample === undefined) return "unknown";
    const warning = limits.warningTemperatureKelvin ?? 0;
    return {
      value: sample.temperatureKelvin,
      base,
      clearsAt: warning > 0 && warning < base ? warning : base - COOLED_BY,
    };
  },
  text: (condition) => `${placeOf(condition, "critical")}: it may shut down or lose data. Cool it now.`,
};

const warningTemperature: SeriesRule = {
  id: "warningTemperature",
  title: "Warning temperature",
  kind: "timeAbove",
  judgedBy: "worker",
  by: "series",
  unit: "kelvin",
  countedFrom: "the drive's warning temperature",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 0, clearsAt: -3, forMinutes: 10 }],
  clears: { afterMinutes: 10 },
  hiddenBy: ["criticalTemperature"],
  meaning: "Hot enough, for long enough, that it may slow itself.",
  remedy: "Check its airflow.",
  exceptions: ["It goes by the drive's own warning temperature (WCTEMP); without one there is no rule, and no guess."],
  source: "NVM Express Base Specification, Identify Controller; 10 minutes and 3 K are chosen",
  read: ({ recent, limits }) => {
    const base = limits.warningTemperatureKelvin ?? 0;
    if (base === 0) return "exempt";
    if (recent === undefined) return "unknown";
    return {
      base,
      stretches: recent.map(({ timeMs, temperatureKelvin }) => ({
        fromMs: timeMs,
        toMs: timeMs,
        value: temperatureKelvin,
      })),
    };
  },
  text: (condition) => `${placeOf(condition, "warning")}: it may slow down. Check its airflow.`,
};

const temperatureTime = growthRule({
  id: "temperatureTime",
  title: "Time above warning temperature",
  kind: "growth",
  counter: "warningTemperatureMinutes",
  unit: "minutes",
  grades: [{ severity: "watch", at: 30, withinHours: dayHours }],
  clears: { afterMinutes: 2 * dayMinutes },
  counted: ["minute above the warning temperature", "minutes above the warning temperature"],
  meaning: "It was hot for long, by the drive's own clock.",
  remedy: "Check its airflow, and when it is under load.",
  exceptions: ["The lifetime total is no reason."],
  source: "Chosen",
});

const criticalTemperatureTime = growthRule({
  id: "criticalTemperatureTime",
  title: "Time above critical temperature",
  kind: "growth",
  counter: "criticalTemperatureMinutes",
  unit: "minutes",
  grades: [{ severity: "watch", at: 1, withinHours: dayHours }],
  clears: { afterMinutes: 2 * dayMinutes },
  counted: ["minute above the critical temperature", "minutes above the critical temperature"],
  meaning: "It was so hot that it may lose data.",
  remedy: "Cool it. Where several drives of a host say so, it is the host.",
  exceptions: ["The lifetime total is no reason."],
  source: "Chosen",
});

const thermalThrottle = growthRule({
  id: "thermalThrottle",
  title: "Throttled for heat",
  kind: "growth",
  counter: "throttleTransitions",
  unit: "times",
  grades: [{ severity: "watch", at: 1, withinHours: dayHours }],
  clears: { afterMinutes: dayMinutes },
  counted: ["time throttled", "times throttled"],
  meaning: "It slowed itself for heat: figures of that time are not what it can do.",
  remedy: "Check its airflow, or set a lower power state.",
  exceptions: [
    "Only thermal management that the host controls is counted: a drive that throttles by itself may show nothing.",
  ],
  source: "NVM Express Base Specification, log page 02h; threshold chosen",
});

const sensorOutlier: UnjudgedRule = {
  id: "sensorOutlier",
  title: "Hotter than its neighbors",
  kind: "peer",
  judgedBy: "worker",
  by: "nothing",
  unit: "kelvin",
  countedFrom: "the median of its neighbors",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 15, strictly: true, clearsAt: 10, forMinutes: 60 }],
  clears: { afterMinutes: 60 },
  meaning: "It is cooled worse than drives of its model on the same host, or its heat sink is loose.",
  remedy: "Look at the slot.",
  exceptions: [
    "The same sensor of at least 3 other drives is compared; sensors are never compared with the drive's limits.",
  ],
  source: "15 K are chosen",
  needs: "The same sensor of the other drives on the host, side by side",
};

const idleHeat: SeriesRule = {
  id: "idleHeat",
  title: "Hot while idle",
  kind: "timeAbove",
  judgedBy: "worker",
  by: "series",
  unit: "kelvin",
  holds: "above",
  worse: "figure",
  grades: [{ severity: "watch", at: 328, clearsAt: 323, forMinutes: dayMinutes }],
  clears: { afterMinutes: 6 * 60 },
  meaning: "It is heated by its neighbors. Stored data ages faster when it is hot and nothing is read.",
  remedy: "Check its airflow; reading everything once lets the drive refresh it.",
  exceptions: ["An hour in which anything was read or written is not idle."],
  source: "Xu et al., USENIX ATC 2019: 128 h at 55 °C without reads, 57 % more raw bit errors; 24 h are chosen",
  read: ({ hours }) =>
    hours === undefined
      ? "unknown"
      : {
          stretches: hours.map(({ timeMs, minTemperatureKelvin, idle }) => ({
            fromMs: timeMs,
            toMs: timeMs + hourMs,
            value: idle ? minTemperatureKelvin : 0,
          })),
        },
  text: ({ value = 0 }) =>
    `The drive was at ${formatTemperature(Number(value)).text} or more for a day in which nothing was read or written.`,
};

export const heatRules: readonly HealthRule[] = [
  criticalTemperature,
  warningTemperature,
  criticalTemperatureTime,
  temperatureTime,
  thermalThrottle,
  sensorOutlier,
  idleHeat,
];

function placeOf({ value = 0, threshold = 0 }: Condition, name: "critical" | "warning"): string {
  const over = Number(value) - Number(threshold);
  const limit = formatTemperature(Number(threshold)).text;
  const place = over === 0 ? "at" : `${Math.abs(over)}${THIN_SPACE}°C ${over > 0 ? "above" : "below"}`;
  return `The drive is ${place} its ${name} temperature of ${limit}`;
}
