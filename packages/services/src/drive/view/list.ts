import type { ServiceContext } from "../../context.ts";
import { requireRight } from "../../rights.ts";
import { driveViewsLimit } from "./rules/drive-view.ts";

export interface DriveViewEntry {
  readonly id: string;
  readonly name: string;
  /** The page's query, without "?". */
  readonly query: string;
}

/** The views of the list of drives that whoever asks has saved, by name. */
export async function listDriveViews({ db, actor }: ServiceContext): Promise<DriveViewEntry[]> {
  requireRight({ actor }, "fleet.view");
  if (actor.kind !== "person") return [];
  return db.driveView.findMany({
    where: { ownerId: actor.id },
    select: { id: true, name: true, query: true },
    orderBy: { name: "asc" },
    take: driveViewsLimit,
  });
}
