import { expandPlan, type PlannedDatabasePoint, type PlannedPoint } from "@crosspoint/domain";
import { type PlanTemplate, protocolLimits } from "@crosspoint/protocol";
import type { z } from "zod";
import { CatalogError, parseEntries, requireKnown, requireUnique } from "./catalog-error.ts";
import { type PlanFamily, parsePlanFamilies } from "./plan-families.ts";
import { planEntry } from "./schema/plans.ts";

/** A built-in benchmark plan, with the points that an agent runs in order. */
export interface Plan {
  /** As it is handed to an agent, but for steps that depend on the drive. */
  readonly document: PlanTemplate;
  readonly description: string;
  /** The plans that it is shown with. */
  readonly family: PlanFamily;
  /** The sources whose method it follows. */
  readonly sourceIds: readonly string[];
  /** Where it departs from them, a sentence each. */
  readonly departs: readonly string[];
  /** Without those of steps that depend on the drive. */
  readonly points: readonly PlannedPoint[];
  readonly databasePoints: readonly PlannedDatabasePoint[];
}

const FILE = "plans";

/** Validates and expands the plans of data/plans, family by family. */
export function parsePlans(raw: unknown, families: unknown, sourceIds: ReadonlySet<string>): Plan[] {
  const entries = parseEntries(FILE, planEntry, raw, (entry) => entry.id);
  const ids = entries.map(({ id }) => id);
  requireUnique(FILE, ids);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return [...parsePlanFamilies(families, ids)].flatMap(([id, family]) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [planOf(entry, family, sourceIds)];
  });
}

function planOf(
  { follows, departs, ...document }: z.infer<typeof planEntry>,
  family: PlanFamily,
  sourceIds: ReadonlySet<string>,
): Plan {
  for (const source of follows) requireKnown(FILE, document.id, "source", source, sourceIds);
  const { description } = document;
  return { document, description, family, sourceIds: follows, departs, ...pointsOf(document) };
}

function pointsOf({ id, steps }: PlanTemplate): Pick<Plan, "points" | "databasePoints"> {
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun);
  if (expansion.kind === "points") return expansion;
  throw new CatalogError(
    `${FILE}, ${id}: it has ${expansion.count} points; a run can have ${protocolLimits.pointsPerRun}`,
  );
}
