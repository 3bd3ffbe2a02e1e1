import { hostWord, silenceText } from "@crosspoint/domain";
import type { Blocker } from "../../blockers.ts";

/** What stands against asking a host for anything while nothing is heard of it. */
export function notReportingBlockers(
  { hostname, lastSeenAt }: { readonly hostname: string; readonly lastSeenAt: Date | null },
  now: Date,
): Blocker[] {
  const word = hostWord(lastSeenAt, now);
  if (word.kind === "heard") return [];
  return [
    {
      code: "unavailable",
      message: `The host ${hostname} ${silenceText(word, now)}.`,
      remedy: "Check that the host is up and that its crosspoint-agent runs.",
    },
  ];
}
