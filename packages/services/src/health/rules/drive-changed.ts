/** Somebody else has changed a drive since it was read: what was made of that is to be made again. */
export class DriveChangedError extends Error {
  /** As PostgreSQL says it of a transaction that lost to another. */
  readonly code = "40001";

  constructor() {
    super("A drive was changed by somebody else while a sample of it was judged.");
  }
}
