const maxNamed = 3;

export interface ChangedDrive {
  readonly id: string;
  readonly model: string;
  readonly productName: string | undefined;
  readonly serial: string;
}

/** The drives of one change. */
export interface ChangedDrives {
  /** The first ones. */
  readonly drives: readonly ChangedDrive[];
  /** And so many more; at least, where so much changed at once that not all of it was read. */
  readonly others: number;
  readonly othersAtLeast: boolean;
}

interface DriveRow {
  readonly driveId: string;
  readonly model: string;
  readonly productName: string | null;
  readonly serial: string;
}

/** Each drive once, in the order of the rows. */
export function changedDrives(rows: readonly DriveRow[], othersAtLeast: boolean): ChangedDrives {
  const seen = new Map(rows.map((row) => [row.driveId, row]));
  return {
    drives: [...seen.values()].slice(0, maxNamed).map(({ driveId, model, productName, serial }) => ({
      ...{ id: driveId, model, serial },
      productName: productName ?? undefined,
    })),
    others: Math.max(0, seen.size - maxNamed),
    othersAtLeast,
  };
}
