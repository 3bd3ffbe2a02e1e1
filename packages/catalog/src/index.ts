import type { ComparisonRow, RatedSheet } from "@crosspoint/domain";
import { parseCatalog } from "./catalog.ts";
import { comparisonRows } from "./comparison-rows.ts";
import type { DriveModel } from "./drive-models.ts";
import { type FirmwareNotice, noticesAbout } from "./firmware-notices.ts";
import { data } from "./generated/data.ts";
import { defaultsFor, type HealthDefault } from "./health-defaults.ts";
import { driveModelFinder } from "./model-numbers.ts";
import type { Plan } from "./plans.ts";
import type { PublishedRow } from "./published-results.ts";
import { ratedSheetOf } from "./rated-sheet.ts";
import type { Source } from "./sources.ts";

const catalog = parseCatalog(data);

/** Every drive model with its spec sheet, in the order of the data file. */
export const driveModels: readonly DriveModel[] = catalog.driveModels;
/** Every published figure: uniform rows, series over concurrency, and ratios. */
export const publishedResults = catalog.publishedResults;
/** Reviews and standards that figures and plans come from. */
export const sources: readonly Source[] = catalog.sources;
/** Built-in benchmark plans, expanded to points, family by family. */
export const plans: readonly Plan[] = catalog.plans;

/** Finds the model of a drive by the model number it reports ("INTEL SSDPED1K375GA"), its capacity where that is coded. */
export const findDriveModel = driveModelFinder(driveModels);

/** What the spec sheet of a drive with this model number promises; undefined where the catalog does not know the model. */
export function findRatedSheet(modelNumber: string): RatedSheet | undefined {
  const match = findDriveModel(modelNumber);
  return match && ratedSheetOf(match);
}

/** What has been published about a model, in any capacity, in the order of the data file. */
export function publishedResultsFor(modelId: string): PublishedRow[] {
  return publishedResults.rows.filter((row) => row.drive.modelId === modelId);
}

/** The published rows that can stand beside measured ones: workload stated in full, a metric of the comparison. */
export const publishedComparisonRows: readonly ComparisonRow[] = comparisonRows(
  publishedResults.rows,
  (sourceId) => findSource(sourceId)?.url,
);

/** What others met with the firmware of a drive, as Identify Controller tells its model and revision. */
export function firmwareNoticesAbout(modelNumber: string, firmware: string): FirmwareNotice[] {
  return noticesAbout(catalog.firmwareNotices, modelNumber, firmware);
}

/** Thresholds of health rules that hold for a drive with this model number unless somebody sets others. */
export function healthDefaultsFor(modelNumber: string): HealthDefault[] {
  return defaultsFor(catalog.healthDefaults, modelNumber);
}

export function findSource(id: string): Source | undefined {
  return sources.find((source) => source.id === id);
}

export function findPlan(id: string): Plan | undefined {
  return plans.find(({ document }) => document.id === id);
}

export type { DriveModel, PowerGovernorSetting } from "./drive-models.ts";
export type { FirmwareNotice } from "./firmware-notices.ts";
export type { HealthDefault } from "./health-defaults.ts";
export type { DriveModelMatch } from "./model-numbers.ts";
export type { PlanFamily } from "./plan-families.ts";
export type { Plan } from "./plans.ts";
export type { PublishedRow } from "./published-results.ts";
export type { Source, TestSystem } from "./sources.ts";

/** Firmware that others had trouble with. */
export const firmwareNotices: readonly FirmwareNotice[] = catalog.firmwareNotices;
export { noticesAbout } from "./firmware-notices.ts";
