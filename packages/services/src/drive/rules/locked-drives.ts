import { identityText, type LockedDrive, lockDrives, readLockedDrives } from "@crosspoint/db/queries/lock-drives";
import { verdictRank } from "@crosspoint/domain";
import type { DriveIdentity } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { trimIdentity } from "./drive-identity.ts";
import { productNameOf } from "./product-name.ts";

/** The drives of a batch of events, found by the identity that an event names. */
export class LockedDrives {
  readonly #byIdentity: ReadonlyMap<string, LockedDrive>;

  private constructor(drives: readonly LockedDrive[]) {
    this.#byIdentity = new Map(drives.map((drive) => [identityText(drive), drive]));
  }

  /**
   * Locks the drives, and creates those that are not known yet: the first word on a drive may be any event. What the
   * transaction has locked before is only read again.
   */
  static async lock(scope: IngestScope, identities: readonly DriveIdentity[], seenAt: Date): Promise<LockedDrives> {
    const unique = new Map(identities.map(trimIdentity).map((identity) => [identityText(identity), identity]));
    const drives = [...unique.values()].map((identity) => ({
      ...identity,
      productName: productNameOf(identity.model) ?? null,
    }));
    const held = [...unique.keys()].flatMap((identity) => scope.lockedDrives.get(identity) ?? []);
    const locked =
      held.length === unique.size
        ? await readLockedDrives(scope.tx, held)
        : await lockDrives(scope.tx, drives, { seenAt, verdictRank: verdictRank("unknown") });
    for (const drive of locked) scope.lockedDrives.set(identityText(drive), drive.id);
    return new LockedDrives(locked);
  }

  get(identity: DriveIdentity): LockedDrive {
    const drive = this.#byIdentity.get(identityText(trimIdentity(identity)));
    if (drive === undefined) throw new Error(`The drive ${identity.model} ${identity.serial} was not locked.`);
    return drive;
  }
}
