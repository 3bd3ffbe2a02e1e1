import {
  type DriveModel,
  driveModels,
  findDriveModel,
  findSource,
  type PublishedRow,
  publishedResults,
  publishedResultsFor,
  type Source,
} from "@crosspoint/catalog";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";

export const getModelInput = z.object({ modelId: z.string().max(100) });

export interface FleetDrive {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  readonly firmware: string;
  readonly capacityBytes: number | undefined;
  readonly hostname: string | undefined;
}

export interface ModelDetail {
  readonly model: DriveModel;
  readonly source: Source | undefined;
  readonly published: readonly PublishedRow[];
  /** Tests over concurrency, which have no queue depth to be compared by. */
  readonly series: (typeof publishedResults)["series"];
  /** Sources of everything above, each once. */
  readonly sources: readonly Source[];
  readonly drives: readonly FleetDrive[];
  readonly moreDrives: boolean;
}

const drivesLimit = 200;
const modelNumbersLimit = 10_000;

/** A model's spec sheet, what is published about it, and the drives of the fleet that are of it. */
export async function getModel(
  context: ServiceContext,
  { modelId }: z.infer<typeof getModelInput>,
): Promise<ModelDetail> {
  requireRight(context, "catalog.view");
  const model = driveModels.find(({ id }) => id === modelId);
  if (model === undefined) {
    throw new ServiceError("notFound", `The catalog has no model "${modelId}".`, {
      remedy: "Choose one from the catalog's list.",
    });
  }
  const published = publishedResultsFor(modelId);
  const series = publishedResults.series.filter(({ drive }) => drive.modelId === modelId);
  const sourceIds = new Set([model.sourceId, ...[...published, ...series].map(({ sourceId }) => sourceId)]);
  const drives = await findDrives(context, modelId);
  return {
    model,
    source: findSource(model.sourceId),
    published,
    series,
    sources: [...sourceIds].flatMap((id) => findSource(id) ?? []),
    drives: drives.slice(0, drivesLimit),
    moreDrives: drives.length > drivesLimit,
  };
}

async function findDrives({ db }: ServiceContext, modelId: string): Promise<FleetDrive[]> {
  const numbers = await db.drive.groupBy({ by: ["model"], orderBy: { model: "asc" }, take: modelNumbersLimit });
  const ofModel = numbers.map(({ model }) => model).filter((model) => findDriveModel(model)?.model.id === modelId);
  if (ofModel.length === 0) return [];
  const drives = await db.drive.findMany({
    where: { model: { in: ofModel } },
    include: { sightings: { where: { endedAt: null }, take: 1, include: { host: { select: { hostname: true } } } } },
    orderBy: { serial: "asc" },
    take: drivesLimit + 1,
  });
  return drives.map(({ id, model, serial, firmware, capacityBytes, sightings }) => ({
    id,
    model,
    serial,
    firmware,
    capacityBytes: capacityBytes === null ? undefined : Number(capacityBytes),
    hostname: sightings[0]?.host.hostname,
  }));
}
