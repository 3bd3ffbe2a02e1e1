import { formatTemperature, THIN_SPACE } from "../../units/units.ts";
import type { Condition } from "../condition.ts";
import type { HealthFacts } from "../facts.ts";
import type { HealthRule } from "../rule.ts";

/** At or above CCTEMP. */
export const criticalTemperature: HealthRule = {
  kind: "health",
  id: "criticalTemperature",
  judge: (facts) => hotterThan(facts, facts.limits.criticalTemperatureKelvin),
  text: (condition) => `${placeOf(condition, "critical")}: it may shut down or lose data. Cool it now.`,
};

/** At or above WCTEMP; from CCTEMP on {@link criticalTemperature} says more. */
export const warningTemperature: HealthRule = {
  kind: "health",
  id: "warningTemperature",
  judge: (facts) =>
    criticalTemperature.judge(facts) === undefined
      ? hotterThan(facts, facts.limits.warningTemperatureKelvin)
      : undefined,
  text: (condition) => `${placeOf(condition, "warning")}: it may slow down. Check its airflow.`,
};

function hotterThan({ sample }: HealthFacts, threshold = 0): Omit<Condition, "rule"> | undefined {
  if (sample === undefined || threshold === 0 || sample.temperatureKelvin < threshold) return undefined;
  return { severity: "watch", value: sample.temperatureKelvin, threshold, unit: "kelvin" };
}

function placeOf({ value = 0, threshold = 0 }: Condition, name: "critical" | "warning"): string {
  const over = Number(value) - Number(threshold);
  const limit = formatTemperature(Number(threshold)).text;
  const place = over === 0 ? "at" : `${over}${THIN_SPACE}°C above`;
  return `The drive is ${place} its ${name} temperature of ${limit}`;
}
