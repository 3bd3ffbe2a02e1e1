import { formatCount } from "@crosspoint/domain";

/** "1 I/O", "584,800 I/Os". */
export function ioCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "I/O" : "I/Os"}`;
}
