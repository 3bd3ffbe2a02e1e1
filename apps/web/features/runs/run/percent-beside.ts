import { THIN_SPACE } from "@crosspoint/domain";

/** A percentage with three digits, or more where it would otherwise read as the limit that it is not. */
export function percentBeside(percent: number, limit: number): string {
  for (const digits of [3, 4, 5, 6, 7, 8]) {
    const rounded = Number(percent.toPrecision(digits));
    if (rounded !== limit || percent === limit) return `${rounded}${THIN_SPACE}%`;
  }
  return `${percent}${THIN_SPACE}%`;
}
