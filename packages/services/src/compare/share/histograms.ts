import type { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { type ComparedHistogram, histogramsOf, histogramsOfRows } from "../histograms.ts";
import { sharedInput } from "./get.ts";
import { openShare } from "./rules/open-share.ts";

export const sharedHistogramsInput = sharedInput.extend(histogramsOfRows.shape);

/** Histograms of rows that a link shows, and of no others. Needs no right: who holds the token is who may ask. */
export async function readSharedHistograms(
  context: Pick<ServiceContext, "db" | "now">,
  { token, points, runs, of }: z.infer<typeof sharedHistogramsInput>,
): Promise<ComparedHistogram[]> {
  const { wanted, match } = await openShare(context, token);
  return histogramsOf(context, wanted, { points, runs, of, match });
}
