import { CatalogError, parseEntries, requireKnown, requireUnique } from "./catalog-error.ts";
import { planFamilyEntry } from "./schema/plans.ts";

/** Plans that are shown together: of one publisher, one standard, or one question. */
export interface PlanFamily {
  readonly id: string;
  readonly name: string;
}

const FILE = "plan-families.yaml";

/** The ids of all plans in the order in which they are shown, each with its family. Every plan is in exactly one. */
export function parsePlanFamilies(raw: unknown, planIds: readonly string[]): Map<string, PlanFamily> {
  const entries = parseEntries(FILE, planFamilyEntry, raw, (entry) => entry.id);
  requireUnique(
    FILE,
    entries.map(({ id }) => id),
  );
  requireUnique(
    FILE,
    entries.flatMap(({ plans }) => plans),
  );
  const known = new Set(planIds);
  const families = new Map<string, PlanFamily>();
  for (const { id, name, plans } of entries) {
    for (const plan of plans) {
      requireKnown(FILE, id, "plan", plan, known);
      families.set(plan, { id, name });
    }
  }
  const missing = planIds.find((id) => !families.has(id));
  if (missing !== undefined) throw new CatalogError(`${FILE}: the plan ${missing} is in no family.`);
  return families;
}
