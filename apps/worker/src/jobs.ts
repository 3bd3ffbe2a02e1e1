import type { ServiceContext } from "@crosspoint/services";
import { expirePendingCommands } from "@crosspoint/services/command/expire";
import { foldCounts } from "@crosspoint/services/drive/fold-counts";
import { renameProducts } from "@crosspoint/services/drive/rename-products";
import { noteFleetDay } from "@crosspoint/services/fleet/note-day";
import { judgePasts } from "@crosspoint/services/health/judge-past";
import { markForToday } from "@crosspoint/services/health/mark-for-today";
import { seedFirmwareAdvice } from "@crosspoint/services/health/seed-firmware-advice";
import { applyRetention } from "@crosspoint/services/storage/apply-retention";
import { forgetVolumes } from "@crosspoint/services/storage/forget-volumes";
import { pruneOldIngestedEvents } from "@crosspoint/services/storage/prune-ingested-events";
import { ensurePartitions } from "@crosspoint/services/telemetry/ensure-partitions";
import { rollUpSamples } from "@crosspoint/services/telemetry/roll-up";
import { z } from "zod";

/** One background job: when it is due, what its payload must be, and the one verb that it calls. */
export interface JobKind {
  readonly name: string;
  /** Standard cron, UTC. */
  readonly cron: string;
  /** Due once more whenever a worker starts, because the last due time may have been missed. */
  readonly atStart: boolean;
  readonly payload: z.ZodType;
  /** Returns how many things it changed, for the log. */
  run(context: ServiceContext): Promise<number>;
}

const noPayload = z.strictObject({});

export const jobKinds: readonly JobKind[] = [
  // More often than needed, here and for what is dropped: where a long reader, such as a backup, holds one off, the next one does it.
  {
    name: "ensure-partitions",
    cron: "5 * * * *",
    atStart: true,
    payload: noPayload,
    run: ensurePartitions,
  },
  {
    name: "roll-up-samples",
    cron: "* * * * *",
    atStart: true,
    payload: noPayload,
    run: rollUpSamples,
  },
  // As a rule a minute after the hours by which they are judged.
  {
    name: "judge-pasts",
    cron: "* * * * *",
    atStart: true,
    payload: noPayload,
    run: judgePasts,
  },
  {
    name: "mark-for-today",
    cron: "15 * * * *",
    atStart: true,
    payload: noPayload,
    run: markForToday,
  },
  // The catalog changes with the version, which starts a worker.
  {
    name: "seed-firmware-advice",
    cron: "25 0 * * *",
    atStart: true,
    payload: noPayload,
    run: seedFirmwareAdvice,
  },
  {
    name: "apply-retention",
    cron: "40 */6 * * *",
    atStart: false,
    payload: noPayload,
    run: applyRetention,
  },
  {
    name: "prune-ingested-events",
    cron: "35 * * * *",
    atStart: false,
    payload: noPayload,
    run: pruneOldIngestedEvents,
  },
  {
    name: "forget-volumes",
    cron: "50 0 * * *",
    atStart: false,
    payload: noPayload,
    run: forgetVolumes,
  },
  {
    name: "expire-commands",
    cron: "* * * * *",
    atStart: true,
    payload: noPayload,
    run: expirePendingCommands,
  },
  {
    name: "fold-drive-counts",
    cron: "* * * * *",
    atStart: true,
    payload: noPayload,
    run: foldCounts,
  },
  {
    name: "note-fleet-day",
    cron: "50 * * * *",
    atStart: true,
    payload: noPayload,
    run: noteFleetDay,
  },
  {
    name: "rename-products",
    cron: "20 0 * * *",
    atStart: true,
    payload: noPayload,
    run: renameProducts,
  },
];
