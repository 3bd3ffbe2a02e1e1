import type { ImportRemoval } from "@crosspoint/services/result/remove-import";

/** What goes with an imported run: "The run, its 3 points and their histograms are removed. 1 saved comparison shows it." */
export function removalWords({ points, comparisons, links }: ImportRemoval): string {
  const shown = [...counted(comparisons, "saved comparison"), ...counted(links, "share link")];
  const own = points === 1 ? "its point" : `its ${points} points`;
  const lost = `The run, ${own} and all figures and histograms are removed from this server.`;
  if (shown.length === 0) return lost;
  const verb = comparisons + links === 1 ? "shows it, and says" : "show it, and say";
  return `${lost} ${shown.join(" and ")} ${verb} from then on that it is gone.`;
}

function counted(count: number, thing: string): string[] {
  return count === 0 ? [] : [`${count} ${thing}${count === 1 ? "" : "s"}`];
}
