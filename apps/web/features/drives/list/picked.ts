import { formatCount } from "@crosspoint/domain";

/** Most drives that are picked one by one, or left out of all matches; the server takes no more ids. */
export const pickedMost = 500;

/** Which drives are selected: some by their ids, or all that the filter lets through but for a few. */
export type Picked =
  | { readonly kind: "drives"; readonly ids: readonly string[] }
  | { readonly kind: "matches"; readonly exceptIds: readonly string[] };

/** After drives were selected, or no longer; those beyond the limit are left as they were. */
export function withToggled(picked: Picked, ids: readonly string[], selected: boolean): Picked {
  if (picked.kind === "matches") return { kind: "matches", exceptIds: changed(picked.exceptIds, ids, !selected) };
  return { kind: "drives", ids: changed(picked.ids, ids, selected) };
}

function changed(before: readonly string[], ids: readonly string[], isAdded: boolean): string[] {
  const rest = before.filter((id) => !ids.includes(id));
  return isAdded ? [...rest, ...ids].slice(0, pickedMost) : rest;
}

interface Total {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** How many drives are selected; undefined where more match than were counted. */
export function pickedCount(picked: Picked, { total, totalIsExact }: Total): number | undefined {
  if (picked.kind === "drives") return picked.ids.length;
  return totalIsExact ? total - picked.exceptIds.length : undefined;
}

/** "1 drive", "4,812 drives", "more than 10,000 drives". */
export function pickedText(picked: Picked, total: Total): string {
  const count = pickedCount(picked, total);
  if (count === undefined) return `more than ${formatCount(total.total)} drives`;
  return count === 1 ? "1 drive" : `${formatCount(count)} drives`;
}

export function isFull(picked: Picked): boolean {
  return (picked.kind === "drives" ? picked.ids : picked.exceptIds).length >= pickedMost;
}
