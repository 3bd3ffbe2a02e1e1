/** A value of a property of drives that the list can be filtered by. */
export interface DriveChoice {
  readonly value: string;
  readonly label: string;
  /** Of a model that the catalog knows. */
  readonly productName?: string | undefined;
  /** Undefined where too many drives match to be counted. */
  readonly count: number | undefined;
}

export interface DriveFacet {
  readonly choices: readonly DriveChoice[];
  /** Counted among the drives that the other filters let through; else among all drives, because too many match. */
  readonly narrowed: boolean;
}
