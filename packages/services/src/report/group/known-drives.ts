import type { SqlRunner } from "@crosspoint/db";
import { findDriveIds } from "@crosspoint/db/queries/find-drive-ids";
import { identityOfText, identityText } from "@crosspoint/db/queries/lock-drives";
import type { SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";

/** Of one generation: some 40 MiB. */
const knownMost = 100_000;

/**
 * A drive whose id is remembered: an id is of one identity for ever, though the drive may be gone. Beside that, what the row of
 * a drive that is good said when it was written here last, for which somebody else may have written another since.
 */
export interface KnownDrive {
  /** As `identityText` makes it. */
  readonly identity: string;
  readonly id: string;
  readonly model: string;
  /** The beginning of an hour that is stored as one to be rolled up, and stays so until it is over. */
  markedHourMs: number;
  calm: SampledDrive | undefined;
  /** Which PostgreSQL has that row, as `MetHost` tells: of another one it says nothing, though transactions there have the same numbers. */
  server: string;
}

/**
 * Which ids drives have, so that a sample does not look for its drive by text, and what is known of those that are good. In two
 * generations: once the newer is full, those of the older that nobody asked for since are forgotten.
 */
export class KnownDrives {
  readonly #most: number;
  #newer = new Map<string, KnownDrive>();
  #older = new Map<string, KnownDrive>();

  constructor(most = knownMost) {
    this.#most = most;
  }

  /** The drives of these identities, none of which is asked for twice, each at its place; undefined where it is not known. */
  async find(tx: SqlRunner, identities: readonly string[]): Promise<(KnownDrive | undefined)[]> {
    const drives = identities.map((identity) => this.#get(identity));
    const unknown = identities.filter((_, place) => drives[place] === undefined);
    if (unknown.length === 0) return drives;
    const found = new Map<string, KnownDrive>();
    for (const { id, ...key } of await findDriveIds(tx, unknown.map(identityOfText))) {
      const drive = { identity: identityText(key), id, model: key.model, markedHourMs: 0, calm: undefined, server: "" };
      this.#keep(drive);
      found.set(drive.identity, drive);
    }
    return identities.map((identity, place) => drives[place] ?? found.get(identity));
  }

  /** It is gone: another may come to have its identity. */
  forget({ identity }: KnownDrive): void {
    this.#newer.delete(identity);
    this.#older.delete(identity);
  }

  #get(identity: string): KnownDrive | undefined {
    const drive = this.#newer.get(identity);
    if (drive !== undefined || this.#older.size === 0) return drive;
    const older = this.#older.get(identity);
    if (older !== undefined) this.#keep(older);
    return older;
  }

  #keep(drive: KnownDrive): void {
    if (this.#newer.size >= this.#most) [this.#older, this.#newer] = [this.#newer, new Map()];
    this.#newer.set(drive.identity, drive);
  }
}
