import { histogramsOf } from "@crosspoint/db/queries/compared-points";
import type { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { compare } from "../get.ts";
import { sharedInput } from "./get.ts";
import { openShare } from "./rules/open-share.ts";
import { sharedPoints } from "./rules/shared-points.ts";

export const sharedHistogramsInput = sharedInput.extend(sharedPoints.shape);

/** As `result.histograms` gives them. */
export interface SharedHistogram {
  readonly runId: string;
  readonly sequence: number;
  readonly direction: "read" | "write";
  readonly histogram: string;
}

/** Histograms of points that a link shows, and of no others. Needs no right: who holds the token is who may ask. */
export async function readSharedHistograms(
  context: Pick<ServiceContext, "db" | "now">,
  { token, points }: z.infer<typeof sharedHistogramsInput>,
): Promise<SharedHistogram[]> {
  const { wanted, match } = await openShare(context, token);
  const { cells } = await compare(context, wanted, { match, isShared: true });
  const shown = new Map<string, Set<string>>();
  for (const cell of cells) {
    if (cell.kind !== "figure" || cell.ref === undefined) continue;
    const { runId, sequence, direction } = cell.ref;
    const key = `${runId}.${sequence}`;
    shown.set(key, (shown.get(key) ?? new Set()).add(direction));
  }
  const known = points.filter(({ runId, sequence }) => shown.has(`${runId}.${sequence}`));
  const histograms = await histogramsOf(context.db, known);
  return histograms.flatMap(({ runId, sequence, direction, histogram }) => {
    const directions = shown.get(`${runId}.${sequence}`);
    if (histogram === null || !(directions?.has(direction) || directions?.has("both"))) return [];
    return [{ runId, sequence, direction, histogram: Buffer.from(histogram).toString("base64") }];
  });
}
