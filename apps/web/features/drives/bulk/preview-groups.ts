import type { Outputs } from "@/api/client";

type PreviewedDrive = Outputs["bulk"]["preview"]["drives"][number];

/** Drives to which the same would happen, or to which nothing would for the same reason. */
export interface PreviewGroup {
  readonly will: boolean;
  readonly text: string;
  readonly count: number;
  /** The first of them. */
  readonly serials: readonly string[];
}

export const serialsShown = 50;

/** With the drives of another page: what happens first, the largest groups first. */
export function withDrives(groups: readonly PreviewGroup[], drives: readonly PreviewedDrive[]): PreviewGroup[] {
  const all = new Map(groups.map((group) => [keyOf(group), group]));
  for (const drive of drives) {
    const { will, text, serial } = drive;
    const before = all.get(keyOf(drive)) ?? { will, text, count: 0, serials: [] };
    const serials = before.serials.length < serialsShown ? [...before.serials, serial] : before.serials;
    all.set(keyOf(drive), { ...before, count: before.count + 1, serials });
  }
  return [...all.values()].toSorted((a, b) => Number(b.will) - Number(a.will) || b.count - a.count);
}

function keyOf({ will, text }: Pick<PreviewGroup, "will" | "text">): string {
  return `${will} ${text}`;
}

/** How many drives it would be done to, or not. */
export function countOf(groups: readonly PreviewGroup[], will: boolean): number {
  return groups.filter((group) => group.will === will).reduce((sum, { count }) => sum + count, 0);
}
