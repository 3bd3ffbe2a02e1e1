import type { HealthSample } from "../facts.ts";
import type { PastFacts } from "../past/past-facts.ts";

export const nowMs = Date.UTC(2026, 10, 22, 12);
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A healthy drive's sample, as it is judged. */
export const HEALTHY: HealthSample = {
  timeMs: nowMs,
  criticalWarning: 0,
  temperatureKelvin: 313,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 3,
};

/** A past in which nothing happened, and everything that is judged is told. */
export const UNEVENTFUL: PastFacts = {
  nowMs,
  limits: { warningTemperatureKelvin: 343, criticalTemperatureKelvin: 358 },
  growth: {
    mediaErrors: [],
    unsafeShutdowns: [],
    warningTemperatureMinutes: [],
    criticalTemperatureMinutes: [],
    throttleTransitions: [],
    spareFalls: [],
    counterFalls: [],
    deviceErrors: [],
    endToEndErrors: [],
    badBlocks: [],
    incompleteShutdowns: [],
    controllerResets: [],
    failedCommands: [],
    linkCorrectableErrors: [],
    linkUncorrectableErrors: [],
  },
  spare: { percent: 100, thresholdPercent: 10 },
  firstSight: { mediaErrors: 0n, atMs: nowMs - 90 * dayMs },
  recent: [{ timeMs: nowMs, temperatureKelvin: 313, criticalWarning: 0 }],
  hours: [{ timeMs: nowMs - hourMs, minTemperatureKelvin: 313, idle: false }],
  absences: [],
  drivesPerDay30: 0.1,
  ratedDrivesPerDay: 1,
  wearEnd: { kind: "beyond", limit: "rating", basis: "percentageUsed", years: 10 },
  firmwareNotices: [],
  powerOnHours: 700,
  selfTests: [{ code: 2, result: 0 }],
  readOnlyNamespaces: 0,
  enduranceGroupWarning: 0,
  dies: { offline: 0, tolerance: 2 },
  amplification: { value: 2, median: 2 },
  capacitor: { value: 160, median: 160, fellPercent: 0 },
};
