import { formatCount } from "@crosspoint/domain";

/** What goes, counted. */
export interface LostCounts {
  readonly drives?: number;
  readonly samples: number;
  /** Since when they are kept, or what they were rolled up to. */
  readonly sampledSince: Date | null;
  readonly runs: number;
  readonly commands?: number;
}

const words = {
  drives: ["drive", "drives"],
  samples: ["health sample", "health samples"],
  runs: ["benchmark run", "benchmark runs"],
  commands: ["command", "commands"],
} as const;

/** "1 drive", "43,200 health samples": nothing of what there is none of. */
export function lostTexts(lost: LostCounts): string[] {
  return (Object.keys(words) as (keyof typeof words)[]).flatMap((what) => {
    const count = lost[what] ?? 0;
    if (count === 0) return [];
    const [one, many] = words[what];
    const since = what === "samples" && lost.sampledSince ? `, history since ${dateOf(lost.sampledSince)}` : "";
    return [`${formatCount(count)} ${count === 1 ? one : many}${since}`];
  });
}

/** Of comparisons that name what goes; undefined where none does. */
export function comparisonsText({ comparisons, shares }: { comparisons: number; shares: number }): string | undefined {
  const named = [
    comparisons > 0 ? `${formatCount(comparisons)} saved ${comparisons === 1 ? "comparison" : "comparisons"}` : "",
    shares > 0 ? `${formatCount(shares)} shared ${shares === 1 ? "link" : "links"}` : "",
  ].filter(Boolean);
  if (named.length === 0) return undefined;
  const isOne = comparisons + shares === 1;
  return `${named.join(" and ")} ${isOne ? "includes" : "include"} them and will show them as deleted.`;
}

/** In UTC, as days are rolled up. */
function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
