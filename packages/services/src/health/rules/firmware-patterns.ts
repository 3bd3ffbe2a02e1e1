import { noticesAbout } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import { countFirmwares, type FirmwareCount } from "@crosspoint/db/queries/count-firmwares";
import { z } from "zod";

/** A model number or a firmware revision; `*` stands for any characters. One of stars alone would be about every drive. */
const pattern = z
  .string()
  .trim()
  .min(2)
  .max(40)
  .refine((text) => text.replaceAll("*", "").trim().length >= 2, "needs at least two characters beside *");
const patterns = z.array(pattern).min(1).max(50);

/** What a notice is about. */
export const firmwarePatterns = { models: patterns, bad: patterns };

/** Pairs of a model and a firmware that are looked at, the most frequent. */
const pairsLimit = 1000;

/** Which of the fleet's drives a notice is about, by model and firmware. */
export async function firmwaresOfFleet(db: Database) {
  const pairs = await countFirmwares(db, pairsLimit);
  return (notice: { readonly models: readonly string[]; readonly bad: readonly string[] }): FirmwareCount[] => {
    const asked = [{ ...notice, id: "", impact: "hang", text: "", source: { publisher: "", url: "" } }] as const;
    return pairs.filter(({ model, firmware }) => noticesAbout(asked, model, firmware).length > 0);
  };
}
