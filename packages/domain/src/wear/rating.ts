/** What a spec sheet says of a drive's endurance (JESD218: how much may be written while its promises hold). */
export interface EnduranceSheet {
  readonly driveWritesPerDay?: number | undefined;
  readonly bytesWritten?: number | undefined;
  readonly warrantyYears?: number | undefined;
}

export interface RatedWrites {
  /** Drive writes a day (DWPD) over the warranty; absent where the sheet does not tell enough. */
  readonly drivesPerDay?: number | undefined;
  /** All that may be written. */
  readonly bytes?: number | undefined;
}

const YEAR_DAYS = 365;

/** Each from the other where a sheet states one: bytes are drive writes a day times capacity times the days of the warranty. */
export function ratedWrites(
  { driveWritesPerDay, bytesWritten, warrantyYears }: EnduranceSheet,
  capacityBytes: number,
): RatedWrites {
  const lifeBytes = warrantyYears === undefined ? undefined : capacityBytes * warrantyYears * YEAR_DAYS;
  const fromBytes = bytesWritten === undefined || lifeBytes === undefined ? undefined : bytesWritten / lifeBytes;
  const fromDays =
    driveWritesPerDay === undefined || lifeBytes === undefined ? undefined : driveWritesPerDay * lifeBytes;
  return { drivesPerDay: driveWritesPerDay ?? fromBytes, bytes: bytesWritten ?? fromDays };
}
