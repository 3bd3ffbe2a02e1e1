import { type HealthRuleId, overrideProblem, type RuleOverride } from "@crosspoint/domain";
import { CatalogError, parseEntries, requireUnique } from "./catalog-error.ts";
import { matchesPattern } from "./pattern.ts";
import { type HealthDefaultEntry, healthDefaultEntry } from "./schema/health-defaults.ts";

/** Thresholds that hold for a vendor or a model unless somebody sets others. */
export interface HealthDefault extends RuleOverride {
  readonly id: string;
  /** Model numbers; `*` stands for any characters. */
  readonly models: readonly string[];
  readonly why: string;
  readonly source: string;
}

const FILE = "health-defaults.yaml";

/** Validates data/health-defaults.yaml; a threshold must be one that a person could set. */
export function parseHealthDefaults(raw: unknown): HealthDefault[] {
  const entries = parseEntries(FILE, healthDefaultEntry, raw, (entry) => entry.id).map(defaultOf);
  requireUnique(
    FILE,
    entries.map(({ id }) => id),
  );
  for (const entry of entries) {
    const problem = overrideProblem(entry);
    if (problem !== undefined) throw new CatalogError(`${FILE}, ${entry.id}: ${problem}`);
  }
  return entries;
}

/** The overrides for a drive with this model number, in the order of the data file. */
export function defaultsFor(defaults: readonly HealthDefault[], modelNumber: string): HealthDefault[] {
  return defaults.filter(({ models }) => models.some((pattern) => matchesPattern(pattern, modelNumber)));
}

function defaultOf({ grades, rule, ...entry }: HealthDefaultEntry): HealthDefault {
  if (grades === "off") return { ...entry, rule: rule as HealthRuleId, grades };
  return {
    ...entry,
    rule: rule as HealthRuleId,
    grades: grades.map(({ severity, at, clears_at: clearsAt, within_hours: withinHours, for_minutes: forMinutes }) => ({
      severity,
      at,
      clearsAt,
      withinHours,
      forMinutes,
    })),
  };
}
