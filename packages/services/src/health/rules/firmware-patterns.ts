import { noticesAbout } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import { countFirmwares, type FirmwareCount, findFirmwares } from "@crosspoint/db/queries/count-firmwares";
import type { ModelFirmware } from "@crosspoint/db/queries/match-drives";
import { namesModel, namesRevision } from "@crosspoint/domain";
import { z } from "zod";

const pattern = z.string().trim().min(1).max(40);
const needed = "needs at least two characters beside *";
const revision = pattern.refine(namesRevision, needed);
const model = pattern.refine(namesModel, `${needed}, or is * alone for any model`);
const listMost = 50;

/** What a notice is about. */
export const firmwarePatterns = {
  models: z.array(model).min(1).max(listMost),
  bad: z.array(revision).min(1).max(listMost),
};

/** Pairs of a model and a firmware that are looked at, the most frequent; far more than a fleet has. */
const pairsLimit = 10_000;

/** What a notice is about, by its patterns. */
interface Patterns {
  readonly models: readonly string[];
  readonly bad: readonly string[];
}

/** Which of the fleet's drives a notice is about, by model and firmware. */
export async function firmwaresOfFleet(db: Database) {
  const pairs = await countFirmwares(db, pairsLimit);
  return (notice: Patterns): FirmwareCount[] => pairs.filter((pair) => isAbout([notice], pair));
}

/** Which pairs of a model and a firmware the notices with these ids are about, whatever lifecycle their drives have. */
export async function firmwaresOfNotices(db: Database, ids: readonly string[]): Promise<ModelFirmware[]> {
  const notices = await db.firmwareAdvice.findMany({ where: { id: { in: [...ids] } }, take: ids.length });
  if (notices.length === 0) return [];
  return (await findFirmwares(db, pairsLimit)).filter((pair) => isAbout(notices, pair));
}

function isAbout(notices: readonly Patterns[], { model, firmware }: ModelFirmware): boolean {
  return noticesAbout(notices, model, firmware).length > 0;
}
