import type { Transaction } from "@crosspoint/db";
import { findDrivesToLookAt, takeHealthMarks } from "@crosspoint/db/queries/health-marks";
import { readLastEnds } from "@crosspoint/db/queries/last-ends";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { writeWear } from "@crosspoint/db/queries/write-wear";
import type { ServiceContext } from "../context.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { withPast } from "./rules/drive-state.ts";
import { readFirmwareList } from "./rules/firmware-list.ts";
import { PeerMedians } from "./rules/peers.ts";
import { changesWith, type DrivePast, type PastScope, readPasts } from "./rules/read-pasts.ts";
import { StateChanges } from "./rules/stored-state.ts";

/** Drives in one transaction: what is read of them is held at once. */
const drivesAtOnce = 200;
/** 100,000 drives are 500 of them; what is left is for the next turn, a minute later. */
const batchesLimit = 600;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Judges drives by their past: those of which something changed (see the marks), and those whose last hour is to be looked at.
 * Each batch of marks is taken in the transaction that judges it, so that a worker that is killed leaves either both done or both
 * to do; doing it twice changes nothing. Returns how many drives were judged.
 */
export async function judgePasts(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const scope = {
    now: context.now,
    firmware: await readFirmwareList(context.db),
    peers: new PeerMedians(),
  };
  const marked = await inBatches(context, scope, (tx) => takeHealthMarks(tx, drivesAtOnce));
  let after = firstId;
  const looked = await inBatches(context, scope, async (tx) => {
    const driveIds = await findDrivesToLookAt(tx, after, drivesAtOnce);
    after = driveIds.at(-1) ?? after;
    return driveIds;
  });
  return marked + looked;
}

async function inBatches(
  context: ServiceContext,
  scope: PastScope,
  take: (tx: Transaction) => Promise<readonly string[]>,
): Promise<number> {
  let done = 0;
  for (let turn = 0; turn < batchesLimit; turn += 1) {
    const count = await inTransaction(context.db, async (tx) => {
      const driveIds = await take(tx);
      if (driveIds.length > 0) await judgeBatch(tx, scope, driveIds);
      return driveIds.length;
    });
    done += count;
    if (count < drivesAtOnce) break;
  }
  return done;
}

/** Nobody waits for what is read: only drives about which something changes are locked, and judged again as they are then. */
async function judgeBatch(tx: Transaction, scope: PastScope, driveIds: readonly string[]): Promise<void> {
  const pasts = await readPasts(tx, scope, driveIds);
  const wear = pasts.flatMap(({ wear }) => (wear === undefined ? [] : [wear]));
  if (wear.length > 0) await writeWear(tx, wear);
  const changing = new Map(pasts.filter(changesWith).map((past) => [past.driveId, past]));
  if (changing.size === 0) return;
  const states = new StateChanges();
  const locked = await lockDrivesById(tx, [...changing.keys()]);
  const ends = Map.groupBy(await readLastEnds(tx, [...changing.keys()]), ({ driveId }) => driveId);
  for (const drive of locked) {
    const past: DrivePast | undefined = changing.get(drive.id);
    if (past === undefined) continue;
    const lastEnds = new Map(ends.get(drive.id)?.map(({ rule, endedAt }) => [rule, endedAt]));
    states.apply(drive, (state) => withPast(state, past.facts, { at: scope.now, lastEnds }));
  }
  const changes = new LiveChanges();
  await states.save({ tx, changes });
  await changes.announce(tx);
}
