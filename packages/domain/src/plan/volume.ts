/** What follows for a Linux md array from the drives that it is made of. */
import type { Speeds, WriteSpeeds } from "./write-speeds.ts";

/**
 * How many drives' worth of data an array holds, so that each takes its part of what is written; undefined where parity, a
 * number of copies that nobody tells, or drives one behind another let nobody say it.
 */
function dataDrives(level: string, drives: number): number | undefined {
  if (drives === 0) return undefined;
  if (level === "raid0") return drives;
  return level === "raid1" ? 1 : undefined;
}

/** As fast as its drives together: no slower than the slowest of them lets all be, and no faster than their sum. */
export function volumeWriteSpeeds(level: string, drives: readonly WriteSpeeds<Speeds>[]): WriteSpeeds<Speeds> {
  const share = dataDrives(level, drives.length);
  if (share === undefined) return {};
  const of = (kind: keyof WriteSpeeds): Speeds | undefined => {
    const all = drives.flatMap((each) => each[kind] ?? []);
    if (all.length < drives.length) return undefined;
    const slowest = Math.min(...all.map((each) => each.slowest)) * share;
    const fastest = share === 1 ? Math.min(...all.map((each) => each.fastest)) : sum(all.map((each) => each.fastest));
    return { slowest, fastest };
  };
  return { sequential: of("sequential"), random4k: of("random4k") };
}

/** What may be written to an array until the first of its drives has taken what it is rated for. */
export function volumeEndurance(level: string, drives: readonly (number | undefined)[]): number | undefined {
  const share = dataDrives(level, drives.length);
  const known = drives.flatMap((bytes) => bytes ?? []);
  return share === undefined || known.length < drives.length ? undefined : Math.min(...known) * share;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
