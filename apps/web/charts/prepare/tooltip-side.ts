export type OutsideSide = "above" | "below";

/** Room for a tooltip of a few lines, in pixels. */
const enoughPx = 220;

/** Where a tooltip outside its chart finds room; below where there is enough, or more than above. */
export function sideOutside({ above, below }: { readonly above: number; readonly below: number }): OutsideSide {
  return below >= enoughPx || below >= above ? "below" : "above";
}
