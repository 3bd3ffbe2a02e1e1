import type { ThermalFacts } from "../facts.ts";
import type { PerformanceRule } from "../rule.ts";

export const thermalThrottling: PerformanceRule = {
  id: "thermalThrottling",
  judge: ({ thermal }) => {
    if (thermal === undefined) return undefined;
    const now = throttlesNow(thermal);
    const past = lastDay(thermal);
    if (!now && past === "") return undefined;
    return {
      text: [now ? "The drive is hot enough to throttle now." : "", past].filter((part) => part !== "").join(" "),
      cost: "Throughput falls and latency rises while it is hot; results measured then are not representative.",
      remedy: "Improve its airflow, or set a lower power limit.",
      fix: { kind: "limitPower" },
    };
  },
};

function lastDay({ warningMinutesLastDay: minutes = 0, transitionsLastDay: transitions = 0 }: ThermalFacts): string {
  const parts = [
    transitions > 0 ? `throttled ${transitions} ${transitions === 1 ? "time" : "times"}` : "",
    minutes > 0 ? `was above its warning temperature for ${minutes} min` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `During the last day it ${parts.join(" and ")}.`;
}

function throttlesNow({ temperatureKelvin, warningKelvin, lightKelvin, heavyKelvin }: ThermalFacts): boolean {
  const limits = [warningKelvin, lightKelvin, heavyKelvin].filter((limit) => limit !== undefined && limit > 0);
  return limits.some((limit) => limit !== undefined && temperatureKelvin >= limit);
}
