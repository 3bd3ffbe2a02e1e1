import { type CriticalWarningName, criticalWarnings } from "../../smart/smart.ts";
import type { HealthRule } from "../rule.ts";
import type { Severity } from "../verdict.ts";

/** A drive that refuses writes has failed at its job; lost reliability, spare or power-loss backup needs a new drive. */
const SEVERITIES: Record<CriticalWarningName, Severity> = {
  readOnly: "failed",
  reliabilityDegraded: "replace",
  availableSpareBelowThreshold: "replace",
  volatileMemoryBackupFailed: "replace",
  temperatureThreshold: "watch",
  persistentMemoryRegionUnreliable: "watch",
  reserved: "watch",
};

/** One rule for each bit of the critical warning field that has a meaning, and one for the reserved bits together. */
export const criticalWarningRules: readonly HealthRule[] = (Object.keys(SEVERITIES) as CriticalWarningName[]).map(
  (name): HealthRule => ({
    kind: "health",
    id: `criticalWarning.${name}`,
    judge: ({ sample }) => {
      const bits = criticalWarnings(sample?.criticalWarning ?? 0).filter((warning) => warning.name === name);
      if (bits.length === 0) return undefined;
      const value = bits.reduce((mask, { bit }) => mask | (1 << bit), 0);
      return { severity: SEVERITIES[name], value, unit: "bits" };
    },
    text: ({ value = 0 }) =>
      criticalWarnings(Number(value))
        .map(({ text }) => text)
        .join(" "),
  }),
);
