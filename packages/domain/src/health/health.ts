import {
  type CriticalWarning,
  type CriticalWarningName,
  criticalWarnings,
  enduranceOf,
  type SmartSample,
} from "../smart/smart.ts";
import { celsiusOfKelvin, formatCount, formatTemperature, THIN_SPACE } from "../units/units.ts";

/** What a person should think of a drive; from good to failed in order of urgency, then the two ways of not knowing. */
export type HealthStatus = "good" | "watch" | "replace" | "failed" | "unknown" | "notResponding";

/** Names of the rules; stable, since acknowledgements refer to them. */
export type HealthRule =
  | `criticalWarning.${CriticalWarningName}`
  | "availableSpare"
  | "percentageUsed"
  | "writeProtect"
  | "mediaErrors"
  | "warningTemperature"
  | "criticalTemperature"
  | "noSample"
  | "notResponding";

/** Why a verdict is not "good". `value` and `threshold` are ready to read; `threshold` is empty where a rule has none. */
export interface HealthReason {
  readonly rule: HealthRule;
  /** The status that this reason alone would give. */
  readonly status: Exclude<HealthStatus, "good">;
  readonly value: string;
  readonly threshold: string;
  readonly text: string;
}

export interface HealthVerdict {
  readonly status: HealthStatus;
  /** Most urgent first; empty when good. */
  readonly reasons: readonly HealthReason[];
}

/** Limits beyond the SMART log that a verdict may use; a missing one means that its rule is not applied. */
export interface HealthLimits {
  /** Percentage used at which this model throttles writes (P4800X: 105); from the catalog. */
  readonly writeProtectPercentageUsed?: number | undefined;
  /** WCTEMP of Identify Controller in kelvin; zero means not reported. */
  readonly warningTemperatureKelvin?: number | undefined;
  /** CCTEMP of Identify Controller in kelvin; zero means not reported. */
  readonly criticalTemperatureKelvin?: number | undefined;
}

/** The newest that is known of a drive: a sample, silence, or nothing yet. */
export type HealthObservation = SmartSample | "notResponding" | undefined;

/** Judges a drive by its newest sample. Rules are those of the NVMe specification, and the model's own end of life. */
export function healthVerdict(observation: HealthObservation, limits: HealthLimits = {}): HealthVerdict {
  if (observation === undefined) return verdictOf([NO_SAMPLE]);
  if (observation === "notResponding") return verdictOf([NOT_RESPONDING]);
  const reasons = [
    ...criticalWarnings(observation.criticalWarning).map(warningReason),
    ...spareReasons(observation),
    ...enduranceReasons(observation, limits),
    ...mediaErrorReasons(observation),
    ...temperatureReasons(observation, limits),
  ];
  return verdictOf(reasons);
}

const NO_SAMPLE: HealthReason = {
  rule: "noSample",
  status: "unknown",
  value: "",
  threshold: "",
  text: "No health sample has arrived yet.",
};

const NOT_RESPONDING: HealthReason = {
  rule: "notResponding",
  status: "notResponding",
  value: "",
  threshold: "",
  text: "The controller does not answer. Check the host's kernel log, then reseat or replace the drive.",
};

const URGENCY: Record<HealthStatus, number> = {
  notResponding: 5,
  failed: 4,
  replace: 3,
  watch: 2,
  unknown: 1,
  good: 0,
};

function verdictOf(reasons: readonly HealthReason[]): HealthVerdict {
  const ordered = reasons.toSorted((a, b) => URGENCY[b.status] - URGENCY[a.status]);
  return { status: ordered[0]?.status ?? "good", reasons: ordered };
}

/** A drive that refuses writes has failed at its job; lost reliability, spare or power-loss backup needs a new drive. */
const WARNING_STATUS: Record<CriticalWarningName, HealthReason["status"]> = {
  readOnly: "failed",
  reliabilityDegraded: "replace",
  availableSpareBelowThreshold: "replace",
  volatileMemoryBackupFailed: "replace",
  temperatureThreshold: "watch",
  persistentMemoryRegionUnreliable: "watch",
  reserved: "watch",
};

function warningReason(warning: CriticalWarning): HealthReason {
  const { bit, name, text } = warning;
  return { rule: `criticalWarning.${name}`, status: WARNING_STATUS[name], value: `bit ${bit}`, threshold: "", text };
}

/** Strictly below, so a threshold of 0 % (Optane) never fires. */
function spareReasons(sample: SmartSample): HealthReason[] {
  const { availableSparePercent: spare, availableSpareThresholdPercent: threshold } = sample;
  if (spare >= threshold) return [];
  const text = `Available spare is ${percent(spare)}, below the drive's threshold of ${percent(threshold)}.`;
  return [{ rule: "availableSpare", status: "replace", value: percent(spare), threshold: percent(threshold), text }];
}

function enduranceReasons(sample: SmartSample, limits: HealthLimits): HealthReason[] {
  const { percentageUsed, pastRating, saturated } = enduranceOf(sample.percentageUsed);
  const value = saturated ? `${percent(percentageUsed)} or more` : percent(percentageUsed);
  const writeProtect = limits.writeProtectPercentageUsed;
  if (writeProtect !== undefined && percentageUsed >= writeProtect) {
    const threshold = percent(writeProtect);
    const text = `${value} of the rated endurance is used; this model throttles writes from ${threshold}.`;
    return [{ rule: "writeProtect", status: "replace", value, threshold, text }];
  }
  if (!pastRating) return [];
  const text = `${value} of the rated endurance is used. The drive may go on working, without its maker's promise.`;
  return [{ rule: "percentageUsed", status: "watch", value, threshold: percent(100), text }];
}

function mediaErrorReasons({ mediaErrors }: SmartSample): HealthReason[] {
  if (mediaErrors === 0n) return [];
  const value = formatCount(mediaErrors);
  const text = `${value} media ${mediaErrors === 1n ? "error" : "errors"}: data could not be read back intact.`;
  return [{ rule: "mediaErrors", status: "watch", value, threshold: "0", text }];
}

function temperatureReasons(sample: SmartSample, limits: HealthLimits): HealthReason[] {
  const { temperatureKelvin } = sample;
  const reached = (threshold = 0) => threshold > 0 && temperatureKelvin >= threshold;
  if (reached(limits.criticalTemperatureKelvin)) {
    const effect = "it may shut down or lose data. Cool it now.";
    return [temperatureReason("criticalTemperature", temperatureKelvin, limits.criticalTemperatureKelvin, effect)];
  }
  if (!reached(limits.warningTemperatureKelvin)) return [];
  const effect = "it may slow down. Check its airflow.";
  return [temperatureReason("warningTemperature", temperatureKelvin, limits.warningTemperatureKelvin, effect)];
}

function temperatureReason(
  rule: "criticalTemperature" | "warningTemperature",
  kelvin: number,
  thresholdKelvin = 0,
  effect: string,
): HealthReason {
  const value = formatTemperature(kelvin).text;
  const threshold = formatTemperature(thresholdKelvin).text;
  const over = celsiusOfKelvin(kelvin) - celsiusOfKelvin(thresholdKelvin);
  const place = over === 0 ? "at" : `${over}${THIN_SPACE}°C above`;
  const name = rule === "criticalTemperature" ? "critical" : "warning";
  return { rule, status: "watch", value, threshold, text: `The drive is ${place} its ${name} temperature: ${effect}` };
}

function percent(value: number): string {
  return `${value}${THIN_SPACE}%`;
}
