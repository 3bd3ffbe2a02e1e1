import type { Database, DriveLifecycle, Transaction } from "@crosspoint/db";
import { lockMemberships } from "@crosspoint/db/queries/group-members";
import { type LockedDrive, lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { actorLabel } from "../../actor.ts";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { refreshMembersOf } from "../../group/rules/members.ts";
import { LiveChanges } from "../../live/changes.ts";
import { expectAgain } from "./expect.ts";

export interface ChangeLifecycle {
  readonly driveIds: readonly string[];
  readonly lifecycle: Exclude<DriveLifecycle, "merged">;
  /** Why. */
  readonly note: string;
  /** Of one drive that is replaced: which does its work now. */
  readonly replacedById?: string | undefined;
}

export interface LifecycleChanged {
  readonly changed: readonly string[];
  /** Those that stay as they are, and why. */
  readonly unchanged: readonly { readonly driveId: string; readonly reason: string }[];
}

/** Changes what is not so already, with its audit and all that goes by it. */
export async function changeThem(
  tx: Transaction,
  context: ServiceContext,
  asked: ChangeLifecycle,
): Promise<LifecycleChanged> {
  await lockMemberships(tx);
  const drives = await lockDrivesById(tx, asked.driveIds);
  await requireReplacement(tx, asked);
  const before = await lifecyclesOf(tx, asked.driveIds);
  const reasons = asked.driveIds.map((driveId) => ({ driveId, reason: reasonToStay(before.get(driveId), asked) }));
  const unchanged = reasons.flatMap(({ driveId, reason }) => (reason === undefined ? [] : [{ driveId, reason }]));
  const stays = new Set(unchanged.map(({ driveId }) => driveId));
  const changing = drives.filter(({ id }) => !stays.has(id));
  await write(tx, context, changing, asked);
  for (const drive of changing) await audit(tx, context, drive, { ...asked, before: before.get(drive.id) });
  return { changed: changing.map(({ id }) => id), unchanged };
}

async function requireReplacement(tx: Transaction, { driveIds, replacedById }: ChangeLifecycle): Promise<void> {
  if (replacedById === undefined) return;
  const drive = await tx.drive.findUnique({ where: { id: replacedById }, select: { lifecycle: true } });
  const message =
    drive === null
      ? `There is no drive ${replacedById}.`
      : driveIds.includes(replacedById)
        ? "A drive does not replace itself."
        : drive.lifecycle === "merged"
          ? "That record was merged into another."
          : undefined;
  if (message === undefined) return;
  throw new ServiceError("invalid", message, {
    remedy: "Choose the drive that does its work now.",
    fields: [{ path: "replacedById", message }],
  });
}

/** By drive; one that is no more is missing. */
export async function lifecyclesOf(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, DriveLifecycle>> {
  const rows = await db.drive.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, lifecycle: true },
    take: ids.length,
  });
  return new Map(rows.map(({ id, lifecycle }) => [id, lifecycle]));
}

/** Why a drive stays as it is; undefined where it changes. */
export function reasonToStay(
  before: DriveLifecycle | undefined,
  { lifecycle }: Pick<ChangeLifecycle, "lifecycle">,
): string | undefined {
  if (before === undefined) return "It was removed.";
  if (before === "merged") return "It was merged into another record: unmerge it first.";
  // Another replacement may be named.
  return before === lifecycle && lifecycle !== "replaced" ? "It is so already." : undefined;
}

async function write(
  tx: Transaction,
  context: ServiceContext,
  drives: readonly LockedDrive[],
  { lifecycle, note, replacedById }: ChangeLifecycle,
): Promise<void> {
  const ids = drives.map(({ id }) => id);
  const { now } = context;
  await tx.drive.updateMany({ where: { id: { in: ids } }, data: { lifecycle, lifecycleSince: now } });
  const by = actorLabel(context.actor);
  await tx.driveLifecycleChange.createMany({
    data: ids.map((driveId) => ({ driveId, at: now, lifecycle, note, by, replacedById: replacedById ?? null })),
  });
  const changes = new LiveChanges();
  await expectAgain(tx, drives, { lifecycle, at: now, changes });
  await refreshDriveLists(tx, ids);
  await refreshMembersOf(tx, { driveIds: ids, hostIds: [] });
  for (const id of ids) changes.drive(id);
  await changes.announce(tx);
}

async function audit(
  tx: Transaction,
  context: ServiceContext,
  { id, model, serial }: LockedDrive,
  { lifecycle, before, note, replacedById }: ChangeLifecycle & { readonly before: DriveLifecycle | undefined },
): Promise<void> {
  await writeAudit(tx, context, {
    action: "drive.changeLifecycle",
    objectKind: "drive",
    objectId: id,
    detail: {
      drive: `${model} ${serial}`,
      lifecycle,
      before: before ?? null,
      ...(note === "" ? {} : { note }),
      ...(replacedById === undefined ? {} : { replacedBy: replacedById }),
    },
  });
}
