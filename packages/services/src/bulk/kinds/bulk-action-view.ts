import type { BulkAction } from "@crosspoint/db";
import type { Actor } from "../../actor.ts";
import { hasRight } from "../../rights.ts";
import { bulkTitle, readBulkRequest } from "../rules/bulk-request.ts";
import { kindOf } from "./kind-of.ts";

/** A bulk action and how far it is. */
export interface BulkActionView {
  readonly id: string;
  readonly title: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly total: number;
  readonly processed: number;
  readonly done: number;
  readonly refused: number;
  readonly failed: number;
  readonly stopped: { readonly at: Date; readonly by: string } | undefined;
  readonly finishedAt: Date | undefined;
  /** Whether whoever asks may stop it. */
  readonly stoppable: boolean;
}

export function bulkActionView(row: BulkAction, actor: Actor): BulkActionView {
  const { id, requestedBy, requestedAt, total, processed, done, refused, failed } = row;
  const request = readBulkRequest(row.request);
  return {
    ...{ id, requestedBy, requestedAt, total, processed, done, refused, failed },
    title: bulkTitle(request),
    stopped: row.stoppedAt === null ? undefined : { at: row.stoppedAt, by: row.stoppedBy ?? "somebody" },
    finishedAt: row.finishedAt ?? undefined,
    stoppable: row.finishedAt === null && hasRight(actor, kindOf(request).right),
  };
}
