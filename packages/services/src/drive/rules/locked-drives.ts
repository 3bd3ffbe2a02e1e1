import { identityText, type LockedDrive, lockDrives } from "@crosspoint/db/queries/lock-drives";
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

  /** Locks the drives, and creates those that are not known yet: the first word on a drive may be any event. */
  static async lock(scope: IngestScope, identities: readonly DriveIdentity[], seenAt: Date): Promise<LockedDrives> {
    const unique = new Map(identities.map(trimIdentity).map((identity) => [identityText(identity), identity]));
    const drives = [...unique.values()].map((identity) => ({
      ...identity,
      productName: productNameOf(identity.model) ?? null,
    }));
    return new LockedDrives(await lockDrives(scope.tx, drives, { seenAt, verdictRank: verdictRank("unknown") }));
  }

  get(identity: DriveIdentity): LockedDrive {
    const drive = this.#byIdentity.get(identityText(trimIdentity(identity)));
    if (drive === undefined) throw new Error(`The drive ${identity.model} ${identity.serial} was not locked.`);
    return drive;
  }
}
