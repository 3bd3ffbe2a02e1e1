export interface NamedDrive {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
}

/** A host lists it. */
export interface ReportedPlace {
  readonly hostId: string;
  readonly hostname: string;
  readonly since: Date;
}

export interface MergeView {
  readonly id: string;
  readonly state: "merging" | "merged" | "unmerging";
  /** The other record: what was merged into this one, or what this one was merged into. */
  readonly drive: NamedDrive;
  readonly note: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly rowsTotal: number;
  readonly rowsMoved: number;
  /** Merged into the same drive after this, and to be unmerged before it. */
  readonly later: NamedDrive | undefined;
  /** The record that was merged away is reported again: it may be another drive. */
  readonly reported: ReportedPlace | undefined;
}

/** What is read of a drive to name it. */
export const namedDrive = { select: { id: true, model: true, serial: true } } as const;
/** What is read of where it is now. */
export const placeNow = {
  where: { endedAt: null },
  take: 1,
  select: { hostId: true, firstSeenAt: true, host: { select: { hostname: true } } },
} as const;

interface StoredPlace {
  readonly hostId: string;
  readonly firstSeenAt: Date;
  readonly host: { readonly hostname: string };
}

export function placeOf([place]: readonly StoredPlace[]): ReportedPlace | undefined {
  return place && { hostId: place.hostId, hostname: place.host.hostname, since: place.firstSeenAt };
}

interface StoredMerge extends Pick<MergeView, "id" | "note" | "requestedBy" | "requestedAt"> {
  readonly state: MergeView["state"] | "unmerged";
  readonly rowsTotal: bigint;
  readonly rowsMoved: bigint;
}

/** The records that were merged into a drive, the newest first, as they are stored. */
export function mergesOf(
  merges: readonly (StoredMerge & { readonly away: NamedDrive & { readonly sightings: readonly StoredPlace[] } })[],
): MergeView[] {
  const drives = merges.map(({ away: { id, model, serial } }): NamedDrive => ({ id, model, serial }));
  return merges.map((merge, index) => {
    const { away } = merge;
    const [drive = away, later] = [drives[index], drives[index - 1]];
    return mergeView(merge, { drive, later, reported: placeOf(away.sightings) });
  });
}

export function mergeView(
  { id, state, note, requestedBy, requestedAt, rowsTotal, rowsMoved }: StoredMerge,
  { drive, later, reported }: Pick<MergeView, "drive" | "reported"> & { readonly later?: NamedDrive | undefined },
): MergeView {
  return {
    ...{ id, note, requestedBy, requestedAt, drive, later, reported },
    state: state === "unmerged" ? "unmerging" : state,
    rowsTotal: Number(rowsTotal),
    rowsMoved: Number(rowsMoved),
  };
}
