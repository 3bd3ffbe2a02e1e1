import type { Transaction } from "@crosspoint/db";
import { LiveChanges } from "../live/changes.ts";
import type { IngestScope } from "../telemetry/rules/scope.ts";
import { hearableUntil } from "./gateway-pulse.ts";

/** What applying a host's report needs, inside a transaction. */
export function ingestScope(tx: Transaction, hostId: string, now: Date): IngestScope {
  let hearable: Promise<Date> | undefined;
  return {
    tx,
    hostId,
    now,
    hearableUntil: () => {
      hearable ??= hearableUntil(tx, now);
      return hearable;
    },
    changes: new LiveChanges(),
    lockedDrives: new Map(),
  };
}
