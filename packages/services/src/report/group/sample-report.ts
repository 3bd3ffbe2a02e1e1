import type { AgentEventOf } from "@crosspoint/protocol";
import type { JudgedReport } from "../alone.ts";
import { isCounted } from "../take-new.ts";

export type CountedSample = AgentEventOf<"smart"> & { readonly sequence: number };

/** What most reports are: samples and nothing else, of an agent that counts its events. */
export interface SampleReport extends JudgedReport {
  readonly events: readonly CountedSample[];
}

export function isSampleReport(report: JudgedReport): report is SampleReport {
  return report.events.every((event) => event.kind === "smart" && isCounted(event));
}
