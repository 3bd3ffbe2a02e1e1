import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { storedReadings } from "../stored/fleet-summary.ts";
import { readSummary, type Summed } from "../summed.ts";
import { type ReadingsOfFleet, readingsOfFleet } from "./rules/readings-of-fleet.ts";

export type FleetReadings = Summed<ReadingsOfFleet>;

/** How warm and how worn the drives are, and which of them stand out: now, or of a large fleet as the worker counted it last. */
export async function fleetReadings(context: ServiceContext): Promise<FleetReadings> {
  requireRight(context, "fleet.view");
  const summary = await readSummary(context, "readings", storedReadings);
  return summary ?? { ...(await readingsOfFleet(context)), asOf: undefined };
}
