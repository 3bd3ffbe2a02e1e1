import { type DriveModel, parseDriveModels } from "./drive-models.ts";
import { type FirmwareNotice, parseFirmwareNotices } from "./firmware-notices.ts";
import { type HealthDefault, parseHealthDefaults } from "./health-defaults.ts";
import { type Plan, parsePlans } from "./plans.ts";
import { type PublishedResults, parsePublishedResults } from "./published-results.ts";
import { parseSources, type Source } from "./sources.ts";

/** The catalog's files as read from YAML, not yet trusted; `plans` is a list of the files of data/plans. */
export interface CatalogData {
  readonly sources: unknown;
  readonly driveModels: unknown;
  readonly publishedResults: unknown;
  readonly plans: unknown;
  readonly planFamilies: unknown;
  readonly firmwareNotices: unknown;
  readonly healthDefaults: unknown;
}

/** The whole catalog, validated; every reference in it resolves. */
export interface Catalog {
  readonly sources: readonly Source[];
  readonly driveModels: readonly DriveModel[];
  readonly publishedResults: PublishedResults;
  readonly plans: readonly Plan[];
  readonly firmwareNotices: readonly FirmwareNotice[];
  readonly healthDefaults: readonly HealthDefault[];
}

/**
 * Validates the catalog's data.
 *
 * @throws CatalogError naming file and entry.
 */
export function parseCatalog(data: CatalogData): Catalog {
  const sources = parseSources(data.sources);
  const sourceIds = new Set(sources.map(({ id }) => id));
  const driveModels = parseDriveModels(data.driveModels, sourceIds);
  const modelIds = new Set(driveModels.map(({ id }) => id));
  return {
    sources,
    driveModels,
    publishedResults: parsePublishedResults(data.publishedResults, sourceIds, modelIds),
    plans: parsePlans(data.plans, data.planFamilies, sourceIds),
    firmwareNotices: parseFirmwareNotices(data.firmwareNotices),
    healthDefaults: parseHealthDefaults(data.healthDefaults),
  };
}
