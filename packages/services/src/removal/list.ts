import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export interface RemovalProgress {
  readonly id: string;
  readonly kind: "host" | "drive";
  /** The host's name, or the drive's model and serial. */
  readonly name: string;
  readonly samplesTotal: number;
  readonly samplesRemoved: number;
  readonly runsTotal: number;
  readonly runsRemoved: number;
}

const removalsLimit = 50;

/** Removals whose history is still being deleted, the oldest first. */
export async function listRemovals(context: ServiceContext): Promise<RemovalProgress[]> {
  requireRight(context, "fleet.view");
  const rows = await context.db.removal.findMany({
    where: { finishedAt: null },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    take: removalsLimit,
  });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === "host" ? "host" : "drive",
    name: row.name,
    samplesTotal: Number(row.samplesTotal),
    samplesRemoved: Number(row.samplesRemoved),
    runsTotal: row.runIds.length,
    runsRemoved: row.runsDone,
  }));
}
