import type { ServiceContext } from "@crosspoint/services";
import { workBulk } from "@crosspoint/services/bulk/work";
import { sumUpEveryMs, sumUpFleet } from "@crosspoint/services/fleet/sum-up";
import { keepGroupMembers } from "@crosspoint/services/group/keep-members";
import { areHostsAway, gatewayWarning } from "@crosspoint/services/health/gateway-pulse";
import { watchSilence } from "@crosspoint/services/health/watch-silence";
import { workMerges } from "@crosspoint/services/lifecycle/work-merges";
import { keepWindows } from "@crosspoint/services/maintenance/keep";
import { workRemovals } from "@crosspoint/services/removal/work";
import { dispatchQueues } from "@crosspoint/services/run/dispatch";
import { fireSchedules } from "@crosspoint/services/schedule/fire";

/** What a worker looks at every few seconds, more often than the queue's minutes. Each worker does: it may be done twice. */
export interface Watch {
  readonly name: string;
  readonly everyMs: number;
  /** Whether it leaves out this turn. */
  waits?(context: ServiceContext): Promise<boolean>;
  /** What keeps it from its work though it can run; said once in the log while it is so. */
  warning?(context: ServiceContext): Promise<string | undefined>;
  /** Returns how many things it changed, for the log. */
  run(context: ServiceContext): Promise<number>;
}

export const watches: readonly Watch[] = [
  { name: "watch-silence", everyMs: 5_000, warning: gatewayWarning, run: watchSilence },
  { name: "dispatch-queues", everyMs: 2_000, run: dispatchQueues },
  { name: "keep-group-members", everyMs: 5_000, run: keepGroupMembers },
  { name: "keep-maintenance-windows", everyMs: 30_000, run: keepWindows },
  { name: "sum-up-fleet", everyMs: sumUpEveryMs, run: sumUpFleet },
  { name: "work-merges", everyMs: 5_000, run: (context) => workMerges(context) },
  { name: "work-bulk", everyMs: 1_000, run: (context) => workBulk(context) },
  { name: "work-removals", everyMs: 2_000, run: (context) => workRemovals(context) },
  { name: "fire-schedules", everyMs: 5_000, waits: areHostsAway, run: fireSchedules },
];
