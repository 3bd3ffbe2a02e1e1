import type { Database } from "@crosspoint/db";
import { readFactsOfHost } from "@crosspoint/db/queries/performance-facts";
import { type Finding, judgePerformance } from "@crosspoint/domain";
import { findingFacts, type HostFacts } from "./finding-facts.ts";

/** A finding and the drives of the host that have it in the same words. */
export interface HostFinding {
  readonly finding: Finding;
  readonly drives: readonly { readonly id: string; readonly serial: string }[];
}

/** What costs the drives of a host performance, by their newest words; the most urgent rules first. */
export async function hostFindings(db: Database, hostId: string, host: HostFacts | undefined): Promise<HostFinding[]> {
  const byText = new Map<string, { finding: Finding; drives: { id: string; serial: string }[] }>();
  for (const drive of await readFactsOfHost(db, hostId)) {
    const { id, serial } = drive;
    for (const finding of judgePerformance(findingFacts(drive, host))) {
      const known = byText.get(finding.text);
      if (known) known.drives.push({ id, serial });
      else byText.set(finding.text, { finding, drives: [{ id, serial }] });
    }
  }
  return [...byText.values()];
}
