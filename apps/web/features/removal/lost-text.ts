import { formatCount } from "@crosspoint/domain";

/** What goes, counted. */
export interface LostCounts {
  readonly drives?: number;
  readonly samples?: number;
  /** What samples were rolled up to. */
  readonly hours?: number;
  readonly days?: number;
  /** The oldest of them. */
  readonly since?: Date | null;
  readonly runs?: number;
  readonly commands?: number;
}

/** "1 drive", "43,200 health samples", "2,016 hourly and 84 daily values, since 2026-08-24": nothing of what there is none of. */
export function lostTexts(lost: LostCounts): string[] {
  return [
    ...counted(lost.drives, "drive"),
    ...counted(lost.samples, "health sample"),
    ...rolledUp(lost),
    ...counted(lost.runs, "benchmark run"),
    ...counted(lost.commands, "command"),
  ];
}

function counted(count: number | undefined, one: string): string[] {
  return count ? [`${formatCount(count)} ${count === 1 ? one : `${one}s`}`] : [];
}

function rolledUp({ hours = 0, days = 0, since }: LostCounts): string[] {
  if (hours + days === 0) return [];
  const kinds = [hours > 0 ? `${formatCount(hours)} hourly` : [], days > 0 ? `${formatCount(days)} daily` : []].flat();
  return [
    `${kinds.join(" and ")} ${hours + days === 1 ? "value" : "values"}${since ? `, since ${dateOf(since)}` : ""}`,
  ];
}

/** Of comparisons that name what goes; undefined where none does. */
export function comparisonsText({ comparisons, shares }: { comparisons: number; shares: number }): string | undefined {
  const named = [...counted(comparisons, "saved comparison"), ...counted(shares, "shared link")];
  if (named.length === 0) return undefined;
  const isOne = comparisons + shares === 1;
  return `${named.join(" and ")} ${isOne ? "includes" : "include"} them and will show them as deleted.`;
}

/** In UTC, as days are rolled up. */
function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
