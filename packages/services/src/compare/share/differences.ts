import type { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { type Differences, differencesBetween, differencesOf } from "../differences.ts";
import { sharedInput } from "./get.ts";
import { openShare } from "./rules/open-share.ts";

export const sharedDifferencesInput = sharedInput.extend(differencesOf.shape);

/** The differences within what a link shows. Needs no right: who holds the token is who may ask. */
export async function getSharedDifferences(
  context: Pick<ServiceContext, "db" | "now">,
  { token, baseline, metric }: z.infer<typeof sharedDifferencesInput>,
): Promise<Differences> {
  const { wanted, match } = await openShare(context, token);
  return differencesBetween(context, wanted, { baseline, metric, match });
}
