import type { SqlRunner } from "@crosspoint/db";
import { lockSampledDrives, type SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import type { KnownDrive, KnownDrives } from "./known-drives.ts";
import type { SampleReport } from "./sample-report.ts";

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

/** The drives that the samples of a report are of, each at the place of its sample. */
export type ReportDrives = readonly Readonly<Pick<Told, "drive">>[];

/** The drives that the samples of a group are of. */
export class GroupDrives {
  /** By their identities, in the order in which they are told of first. */
  readonly #told = new Map<string, Told>();
  /** In the order of each report's samples. */
  readonly #ofReports = new Map<SampleReport, readonly Told[]>();

  private constructor(reports: readonly SampleReport[]) {
    for (const report of reports) {
      const { hostId, samples } = report;
      this.#ofReports.set(
        report,
        samples.map(({ identity }) => this.#tellOf(identity, hostId)),
      );
    }
  }

  /** Those that are known. Drives of trusted hosts are not locked where it is remembered that they were good. */
  static async find(
    tx: SqlRunner,
    reports: readonly SampleReport[],
    { known, trustedHosts, server }: DriveTrust,
  ): Promise<GroupDrives> {
    const drives = new GroupDrives(reports);
    const keys = await known.find(tx, [...drives.#told.keys()]);
    const others: Lockable[] = [];
    let place = 0;
    for (const told of drives.#told.values()) {
      const key = keys[place++];
      if (key === undefined) continue;
      const calm = key.server === server ? key.calm : undefined;
      const { teller } = told;
      if (calm === undefined || teller === undefined || teller !== calm.hostId || !trustedHosts.has(teller)) {
        others.push({ told, key });
      } else told.drive = groupDrive(key, calm, { isTrusted: true });
    }
    await lock(tx, others, known);
    return drives;
  }

  /** Locks those of these drives that were trusted; false where all of them were locked before. */
  async lockToo(tx: SqlRunner, drives: ReadonlySet<GroupDrive>, known: KnownDrives): Promise<boolean> {
    if (drives.size === 0) return false;
    const trusted: Lockable[] = [];
    for (const told of this.#told.values()) {
      const { drive } = told;
      if (drive?.isTrusted !== true || !drives.has(drive)) continue;
      trusted.push({ told, key: drive.known });
      told.drive = undefined;
    }
    await lock(tx, trusted, known);
    return trusted.length > 0;
  }

  of(report: SampleReport): ReportDrives {
    return this.#ofReports.get(report) ?? [];
  }

  #tellOf(identity: string, hostId: string): Told {
    const told = this.#told.get(identity);
    if (told === undefined) {
      const first = { teller: hostId, drive: undefined };
      this.#told.set(identity, first);
      return first;
    }
    if (told.teller !== hostId) told.teller = undefined;
    return told;
  }
}

/** A drive that is to be locked. */
interface Lockable {
  readonly told: Told;
  readonly key: KnownDrive;
}

async function lock(tx: SqlRunner, drives: readonly Lockable[], known: KnownDrives): Promise<void> {
  if (drives.length === 0) return;
  const states = await lockSampledDrives(
    tx,
    drives.map(({ key }) => key),
  );
  drives.forEach(({ told, key }, place) => {
    const state = states[place];
    if (state === undefined) known.forget(key);
    else told.drive = groupDrive(key, state, { isTrusted: false });
  });
}

function groupDrive(known: KnownDrive, state: SampledDrive, { isTrusted }: Pick<GroupDrive, "isTrusted">): GroupDrive {
  return { known, state, isTrusted, storedMs: state.latestClockMs ?? Number.POSITIVE_INFINITY };
}
