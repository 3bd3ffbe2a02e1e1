import { changeThem, lifecyclesOf, reasonToStay } from "../../lifecycle/rules/change-lifecycle.ts";
import { type BulkRequest, bulkTitle } from "../rules/bulk-request.ts";
import type { BulkKind, BulkOutcome, Judged } from "../rules/kind.ts";

type ChangeLifecycle = Extract<BulkRequest, { kind: "lifecycle" }>;

export const lifecycle: BulkKind<ChangeLifecycle> = {
  right: "drive.lifecycle",
  batch: 250,
  async judge(db, _, request, drives) {
    const before = await lifecyclesOf(
      db,
      drives.map(({ driveId }) => driveId),
    );
    return new Map(
      [...before].map(([id, now]): [string, Judged] => {
        const reason = reasonToStay(now, request);
        return [id, reason === undefined ? { will: true, text: bulkTitle(request) } : { will: false, text: reason }];
      }),
    );
  },
  async carryOut(tx, context, request, drives) {
    const driveIds = drives.map(({ driveId }) => driveId);
    const { changed, unchanged } = await changeThem(tx, context, { ...request, driveIds });
    return new Map<string, BulkOutcome>([
      ...changed.map((id) => [id, { outcome: "done", reason: bulkTitle(request) }] as const),
      ...unchanged.map(({ driveId, reason }) => [driveId, { outcome: "refused", reason }] as const),
    ]);
  },
};
