import { formatCount } from "@crosspoint/domain";

export function hostsText(count: number): string {
  return count === 1 ? "1 host" : `${formatCount(count)} hosts`;
}
