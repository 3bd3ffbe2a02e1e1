import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { loadControlledDrive } from "../drive/control/rules/controlled-drive.ts";
import { requireRight } from "../rights.ts";
import { type SettingOffer, settingOffers } from "./rules/setting-offers.ts";
import { targetChoice } from "./rules/target.ts";

export const offerSettingsInput = z.object({ target: targetChoice });

/** The settings that a run on this target may change for its time; none for a file or a volume. */
export async function offerSettings(
  context: ServiceContext,
  { target }: z.infer<typeof offerSettingsInput>,
): Promise<SettingOffer[]> {
  requireRight(context, "benchmark.view");
  if (target.kind !== "namespace") return [];
  return settingOffers(await loadControlledDrive(context.db, target.driveId), target.nsid);
}
