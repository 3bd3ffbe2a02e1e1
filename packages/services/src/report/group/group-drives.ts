import type { SqlRunner } from "@crosspoint/db";
import { lockSampledDrives, type SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import type { KnownDrive, KnownDrives } from "./known-drives.ts";
import type { SampleReport } from "./sample-report.ts";
import type { WaitingSample } from "./waiting-sample.ts";

/** A drive that is locked, or whose row is trusted to be as it was written here last. */
export interface GroupDrive {
  readonly known: KnownDrive;
  readonly state: SampledDrive;
  /** It is not locked. */
  readonly isTrusted: boolean;
  /** Until when samples of it are stored, by its host's clock: none is later. */
  storedMs: number;
}

export interface DriveTrust {
  readonly known: KnownDrives;
  readonly trustedHosts: ReadonlySet<string>;
  /** The one that answers in this transaction, as `MetHost` tells; none where no host was met. */
  readonly server: string | undefined;
}

/** What a group says of a drive. */
interface Told {
  /** The host whose samples of it there are; undefined where several have some. */
  teller: string | undefined;
  /** Undefined where no such drive is known. */
  drive: GroupDrive | undefined;
}

/** The drives that the samples of a group are of. */
export class GroupDrives {
  readonly #byIdentity: ReadonlyMap<string, Told>;

  private constructor(reports: readonly SampleReport[]) {
    this.#byIdentity = toldBy(reports);
  }

  /** Those that are known. Drives of trusted hosts are not locked where it is remembered that they were good. */
  static async find(
    tx: SqlRunner,
    reports: readonly SampleReport[],
    { known, trustedHosts, server }: DriveTrust,
  ): Promise<GroupDrives> {
    const drives = new GroupDrives(reports);
    const others: KnownDrive[] = [];
    for (const key of await known.find(tx, [...drives.#byIdentity.keys()])) {
      const calm = key.server === server ? key.calm : undefined;
      const told = drives.#toldOf(key);
      const { teller } = told;
      if (calm === undefined || teller === undefined || teller !== calm.hostId || !trustedHosts.has(teller)) {
        others.push(key);
      } else told.drive = groupDrive(key, calm, { isTrusted: true });
    }
    await drives.#lock(tx, others, known);
    return drives;
  }

  /** Locks those of these drives that were trusted; false where all of them were locked before. */
  async lockToo(tx: SqlRunner, driveIds: ReadonlySet<string>, known: KnownDrives): Promise<boolean> {
    if (driveIds.size === 0) return false;
    const keys: KnownDrive[] = [];
    for (const told of this.#byIdentity.values()) {
      const { drive } = told;
      if (drive?.isTrusted !== true || !driveIds.has(drive.known.id)) continue;
      keys.push(drive.known);
      told.drive = undefined;
    }
    await this.#lock(tx, keys, known);
    return keys.length > 0;
  }

  of(sample: WaitingSample): GroupDrive | undefined {
    return this.#byIdentity.get(sample.identity)?.drive;
  }

  async #lock(tx: SqlRunner, keys: readonly KnownDrive[], known: KnownDrives): Promise<void> {
    const states = keys.length === 0 ? [] : await lockSampledDrives(tx, keys);
    keys.forEach((key, place) => {
      const state = states[place];
      if (state === undefined) known.forget(key);
      else this.#toldOf(key).drive = groupDrive(key, state, { isTrusted: false });
    });
  }

  #toldOf({ identity, id }: KnownDrive): Told {
    const told = this.#byIdentity.get(identity);
    if (told === undefined) throw new Error(`Nobody asked for the drive ${id}.`);
    return told;
  }
}

function groupDrive(known: KnownDrive, state: SampledDrive, { isTrusted }: Pick<GroupDrive, "isTrusted">): GroupDrive {
  return { known, state, isTrusted, storedMs: state.latestClockMs ?? Number.POSITIVE_INFINITY };
}

function toldBy(reports: readonly SampleReport[]): ReadonlyMap<string, Told> {
  const byIdentity = new Map<string, Told>();
  for (const { hostId, samples } of reports) {
    for (const { identity } of samples) {
      const told = byIdentity.get(identity);
      if (told === undefined) byIdentity.set(identity, { teller: hostId, drive: undefined });
      else if (told.teller !== hostId) told.teller = undefined;
    }
  }
  return byIdentity;
}
