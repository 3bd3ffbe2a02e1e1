import type { DriveGroup } from "@crosspoint/db/queries/count-drives";
import { type Verdict, verdictOfRank } from "@crosspoint/domain";

/** How many drives have each verdict, the most urgent first. */
export function verdictCounts(groups: readonly DriveGroup[]): { readonly verdict: Verdict; readonly count: number }[] {
  return groups
    .filter(({ kind }) => kind === "verdict")
    .map(({ value, count }) => ({ rank: Number(value), count }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ rank, count }) => ({ verdict: verdictOfRank(rank), count }));
}
