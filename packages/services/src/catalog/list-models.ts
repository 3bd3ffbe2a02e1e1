import { type DriveModel, driveModels, findDriveModel, publishedResultsFor } from "@crosspoint/catalog";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export interface ModelSummary {
  readonly model: DriveModel;
  /** Published rows about it. */
  readonly publishedRows: number;
  /** Drives of the fleet that are of this model. */
  readonly drivesInFleet: number;
}

/** Model numbers that one fleet can hold before the count is cut. */
const modelNumbersLimit = 10_000;

/** Every model of the catalog, with how much is published about it and how many the fleet has. */
export async function listModels(context: ServiceContext): Promise<ModelSummary[]> {
  requireRight(context, "catalog.view");
  const numbers = await context.db.drive.groupBy({
    by: ["model"],
    _count: true,
    orderBy: { model: "asc" },
    take: modelNumbersLimit,
  });
  const counts = new Map<string, number>();
  for (const { model, _count } of numbers) {
    const id = findDriveModel(model)?.model.id;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + _count);
  }
  return driveModels.map((model) => ({
    model,
    publishedRows: publishedResultsFor(model.id).length,
    drivesInFleet: counts.get(model.id) ?? 0,
  }));
}
