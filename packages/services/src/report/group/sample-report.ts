import type { JudgedReport } from "../alone.ts";
import { isCounted } from "../take-new.ts";
import { type CountedSample, type WaitingSample, waitingSample } from "./waiting-sample.ts";

/** What most reports are: samples and nothing else, of an agent that counts its events. */
export interface SampleReport extends Omit<JudgedReport, "events"> {
  readonly samples: readonly WaitingSample[];
}

/** A report as one of samples, if it is one. */
export function sampleReport({ events, ...report }: JudgedReport): SampleReport | undefined {
  const isSample = (event: JudgedReport["events"][number]): event is CountedSample =>
    event.kind === "smart" && isCounted(event);
  return events.every(isSample) ? { ...report, samples: events.map(waitingSample) } : undefined;
}
