import { healthDefaultsFor } from "@crosspoint/catalog";
import type { ThresholdRow } from "@crosspoint/db/queries/lock-drives";
import { type HealthRuleId, type HealthSettings, settingsOf } from "@crosspoint/domain";
import { readGrades } from "../../stored/health-threshold.ts";

/** Models of which nobody changed a threshold, which are nearly all drives: each is worked out once. */
const byModel = new Map<string, HealthSettings>();
const modelsMost = 1000;

/** The grades of all rules for a drive: the catalog's for its model, and what people set, the narrowest last. */
export function settingsFor(drive: {
  readonly model: string;
  readonly thresholds: readonly ThresholdRow[] | null;
}): HealthSettings {
  const { model, thresholds } = drive;
  if (thresholds !== null && thresholds.length > 0) {
    const set = thresholds.map(({ rule, grades }) => ({ rule: rule as HealthRuleId, grades: readGrades(grades) }));
    return settingsOf([...healthDefaultsFor(model), ...set]);
  }
  const known = byModel.get(model);
  if (known !== undefined) return known;
  const settings = settingsOf(healthDefaultsFor(model));
  if (byModel.size < modelsMost) byModel.set(model, settings);
  return settings;
}
