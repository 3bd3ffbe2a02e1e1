import { type Plan, plans } from "@crosspoint/catalog";
import { mayEndSooner, planDuration, planFills, planPurges } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export interface PlanSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The plans that it is shown with, by their name. */
  readonly family: string;
  /** What becomes of the data on its target. */
  readonly effect: "readsOnly" | "overwrites" | "purges";
  /** As the preview lists them. */
  readonly points: number;
  /** Without its purge and its fills, whose time depends on the drive. */
  readonly durationMs: number;
  /** It may be over sooner. */
  readonly durationIsUpperBound: boolean;
  /** How many times it writes the whole drive at most, in the steps that end by that. */
  readonly fills: number;
  /** The catalog's sources whose method it follows, and where it departs from them. */
  readonly sourceIds: readonly string[];
  readonly departs: readonly string[];
}

/** No time is spent on what ends by the bytes that it moves. */
const withoutFills = {
  sizeBytes: 1,
  fastestBytesPerSecond: Number.POSITIVE_INFINITY,
  slowestBytesPerSecond: Number.POSITIVE_INFINITY,
};

/** The built-in plans, family by family. */
export function listPlans(context: ServiceContext): PlanSummary[] {
  requireRight(context, "catalog.view");
  return plans.map(summarize);
}

function summarize({ document, description, family, points, sourceIds, departs }: Plan): PlanSummary {
  const { id, name, steps } = document;
  const planned = planDuration(steps, withoutFills);
  return {
    id,
    name,
    description,
    family: family.name,
    effect: effectOf(document),
    points: points.length,
    durationMs: planned.secondsMost * 1000,
    durationIsUpperBound: mayEndSooner(planned),
    fills: planFills(steps).most,
    sourceIds,
    departs,
  };
}

function effectOf({ readsOnly, steps }: Plan["document"]): PlanSummary["effect"] {
  if (planPurges(steps).length > 0) return "purges";
  return readsOnly ? "readsOnly" : "overwrites";
}
