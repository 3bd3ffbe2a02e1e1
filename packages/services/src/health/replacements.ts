import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { storedEndsOfWear } from "../stored/fleet-summary.ts";
import { readSummary, type Summed } from "../summed.ts";
import { type EndsOfWear, endsOfWear } from "./rules/ends-of-wear.ts";
import { monthName } from "./rules/months.ts";

export const replacementsInput = z.object({ by: z.enum(["model", "group"]).default("model") });

export type Replacements = Summed<EndsOfWear>;

/** By when drives are likely to be replaced: now, or of a large fleet as the worker counted it last. */
export async function replacements(
  context: ServiceContext,
  { by }: z.infer<typeof replacementsInput>,
): Promise<Replacements> {
  requireRight(context, "fleet.view");
  const summary = await readSummary(context, by === "model" ? "endsByModel" : "endsByGroup", storedEndsOfWear);
  // At the turn of a month there are other months to come.
  if (summary?.asOf !== undefined && monthName(summary.asOf) === monthName(context.now)) return summary;
  return { ...(await endsOfWear(context, by)), asOf: undefined };
}
