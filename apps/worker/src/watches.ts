import type { ServiceContext } from "@crosspoint/services";
import { silenceHoldOffMs, watchSilence } from "@crosspoint/services/health/watch-silence";
import { dispatchQueues } from "@crosspoint/services/run/dispatch";
import { fireSchedules } from "@crosspoint/services/schedule/fire";

/** What a worker looks at every few seconds, more often than the queue's minutes. Each worker does: it may be done twice. */
export interface Watch {
  readonly name: string;
  readonly everyMs: number;
  /** How long to wait before it begins, and before it goes on after a turn that failed. */
  holdOffMs?(context: ServiceContext): Promise<number>;
  /** Returns how many things it changed, for the log. */
  run(context: ServiceContext): Promise<number>;
}

// What looks at a host's silence waits, after an outage of the server, until the agents are back.
export const watches: readonly Watch[] = [
  { name: "watch-silence", everyMs: 5_000, holdOffMs: silenceHoldOffMs, run: watchSilence },
  { name: "dispatch-queues", everyMs: 2_000, holdOffMs: silenceHoldOffMs, run: dispatchQueues },
  { name: "fire-schedules", everyMs: 5_000, holdOffMs: silenceHoldOffMs, run: fireSchedules },
];
