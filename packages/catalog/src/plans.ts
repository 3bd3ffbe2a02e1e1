import { expandPlan, type PlannedPoint } from "@crosspoint/domain";
import { type BenchmarkPlan, protocolLimits } from "@crosspoint/protocol";
import { CatalogError, parseEntries, requireKnown, requireUnique } from "./catalog-error.ts";
import { planEntry } from "./schema/plans.ts";

/** A built-in benchmark plan, with the points that an agent runs in order. */
export interface Plan {
  /** As it is handed to an agent. */
  readonly document: BenchmarkPlan;
  readonly description: string;
  /** The sources whose method it follows. */
  readonly sourceIds: readonly string[];
  /** Where it departs from them, a sentence each. */
  readonly departs: readonly string[];
  readonly points: readonly PlannedPoint[];
}

const FILE = "plans";

/** Validates and expands the plans of data/plans, in the order of their ids. */
export function parsePlans(raw: unknown, sourceIds: ReadonlySet<string>): Plan[] {
  const entries = parseEntries(FILE, planEntry, raw, (entry) => entry.id);
  requireUnique(
    FILE,
    entries.map(({ id }) => id),
  );
  return entries.map(({ follows, departs, ...document }) => {
    for (const source of follows) requireKnown(FILE, document.id, "source", source, sourceIds);
    return { document, description: document.description, sourceIds: follows, departs, points: pointsOf(document) };
  });
}

function pointsOf({ id, steps }: BenchmarkPlan): readonly PlannedPoint[] {
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun);
  if (expansion.kind === "points") return expansion.points;
  throw new CatalogError(
    `${FILE}, ${id}: it has ${expansion.count} points; a run can have ${protocolLimits.pointsPerRun}`,
  );
}
