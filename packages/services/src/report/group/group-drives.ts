import type { SqlRunner } from "@crosspoint/db";
import { lockSampledDrives, type SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import type { KnownDrive, KnownDrives } from "./known-drives.ts";
import type { SampleReport } from "./sample-report.ts";
import type { WaitingSample } from "./waiting-sample.ts";

/** A drive that is locked. */
export interface GroupDrive {
  readonly known: KnownDrive;
  readonly state: SampledDrive;
  /** Until when samples of it are stored, by its host's clock: none is later. */
  storedMs: number;
}

/** The drives that the samples of a group are of, locked. */
export class GroupDrives {
  readonly #byIdentity: ReadonlyMap<string, GroupDrive>;

  private constructor(byIdentity: ReadonlyMap<string, GroupDrive>) {
    this.#byIdentity = byIdentity;
  }

  /** Those that are known. */
  static async lock(tx: SqlRunner, reports: readonly SampleReport[], known: KnownDrives): Promise<GroupDrives> {
    const identities = new Set<string>();
    for (const { samples } of reports) for (const { identity } of samples) identities.add(identity);
    const keys = await known.find(tx, identities);
    const states = keys.length === 0 ? [] : await lockSampledDrives(tx, keys);
    const locked = new Map<string, GroupDrive>();
    keys.forEach((key, place) => {
      const state = states[place];
      if (state === undefined) known.forget(key);
      else locked.set(key.identity, { known: key, state, storedMs: state.latestClockMs ?? Number.POSITIVE_INFINITY });
    });
    return new GroupDrives(locked);
  }

  of(sample: WaitingSample): GroupDrive | undefined {
    return this.#byIdentity.get(sample.identity);
  }
}
