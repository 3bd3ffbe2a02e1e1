import type { FirmwareCount } from "@crosspoint/db/queries/count-firmwares";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { firmwarePatterns, firmwaresOfFleet } from "./rules/firmware-patterns.ts";

/** Pairs of a model and a firmware that are named. */
const namedMost = 20;

export const previewFirmwareAdviceInput = z.object(firmwarePatterns);

export interface FirmwarePreview {
  readonly drives: number;
  /** The most frequent first. */
  readonly firmwares: readonly FirmwareCount[];
  /** There are more than are named. */
  readonly more: boolean;
}

/** Which drives of the fleet a notice would be about. */
export async function previewFirmwareAdvice(
  context: ServiceContext,
  notice: z.infer<typeof previewFirmwareAdviceInput>,
): Promise<FirmwarePreview> {
  requireRight(context, "fleet.view");
  const found = (await firmwaresOfFleet(context.db))(notice);
  return {
    drives: found.reduce((sum, { drives }) => sum + drives, 0),
    firmwares: found.slice(0, namedMost),
    more: found.length > namedMost,
  };
}
