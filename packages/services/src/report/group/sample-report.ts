import type { BinaryWriter } from "@crosspoint/db/binary/writer";
import type { AgentEvent } from "@crosspoint/protocol";
import { isCounted } from "../take-new.ts";
import { type CountedSample, type WaitingSample, waitingSample } from "./waiting-sample.ts";

/** A report that waits for its group. One of samples alone waits as it came: what it says is read when the group is stored. */
export interface WaitingReport {
  readonly hostId: string;
  /** The server's own time as it arrived. */
  readonly now: Date;
  readonly bytes: number;
  /** Undefined where it is no report of samples after all. Logs that are read now are written into `logs`, behind those of others. */
  read(logs: BinaryWriter): ReadSamples | undefined;
}

/** What most reports say: samples and nothing else, of an agent that counts its events. */
export interface ReadSamples {
  readonly agentTimeMs: number;
  readonly samples: readonly WaitingSample[];
}

/** A report of a group that is being stored. Its samples are in the order of its host's count, so that a verdict that came and went keeps its dates. */
export interface SampleReport extends ReadSamples {
  readonly hostId: string;
  readonly now: Date;
}

/** What is read of a report, undefined where it is no report of samples. */
export function readReport(report: WaitingReport, logs: BinaryWriter): SampleReport | undefined {
  const read = report.read(logs);
  if (read === undefined) return undefined;
  const { hostId, now } = report;
  return { hostId, now, agentTimeMs: read.agentTimeMs, samples: inOrderOfCount(read.samples) };
}

function inOrderOfCount(samples: readonly WaitingSample[]): readonly WaitingSample[] {
  for (let place = 1; place < samples.length; place += 1) {
    const [before, after] = [samples[place - 1], samples[place]];
    if (before !== undefined && after !== undefined && before.sequence > after.sequence) {
      return samples.toSorted((a, b) => a.sequence - b.sequence);
    }
  }
  return samples;
}

/** Judged events as samples, if all of them are. */
export function samplesOf(events: readonly AgentEvent[]): readonly WaitingSample[] | undefined {
  const isSample = (event: AgentEvent): event is CountedSample => event.kind === "smart" && isCounted(event);
  return events.every(isSample) ? events.map(waitingSample) : undefined;
}
