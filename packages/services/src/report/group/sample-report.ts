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
  /** Undefined where it is no report of samples after all. The samples' logs are written behind those of others. */
  read(logs: BinaryWriter): ReadSamples | undefined;
}

/** What most reports say: samples and nothing else, of an agent that counts its events. */
export interface ReadSamples {
  readonly agentTimeMs: number;
  readonly samples: readonly WaitingSample[];
}

/** A report of a group that is being stored. */
export interface SampleReport extends ReadSamples {
  readonly hostId: string;
  readonly now: Date;
}

/** Judged events as samples, if all of them are. */
export function samplesOf(events: readonly AgentEvent[]): readonly WaitingSample[] | undefined {
  const isSample = (event: AgentEvent): event is CountedSample => event.kind === "smart" && isCounted(event);
  return events.every(isSample) ? events.map(waitingSample) : undefined;
}
