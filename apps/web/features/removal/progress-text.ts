import { formatCount } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";

type Removal = Omit<Outputs["removal"]["list"][number], "id">;

/** What is being deleted: of a drive, only what a person chose goes beside its samples. */
export function removalTitle({ kind, name, runsTotal }: Pick<Removal, "kind" | "name" | "runsTotal">): string {
  if (kind === "host") return `Deleting the history of ${name}`;
  return `Deleting the health history ${runsTotal > 0 ? "and benchmark runs " : ""}of ${name}`;
}

/** How far that is. */
export function removalProgress({ samplesTotal, samplesRemoved, runsTotal, runsRemoved }: Removal): string {
  const parts = [
    samplesTotal > 0 ? `${formatCount(samplesRemoved)} of ${formatCount(samplesTotal)} health samples` : "",
    runsTotal > 0 ? `${formatCount(runsRemoved)} of ${formatCount(runsTotal)} benchmark runs` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "Almost done." : `${parts.join(", ")} deleted.`;
}
