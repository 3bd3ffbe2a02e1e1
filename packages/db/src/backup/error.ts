/** A backup could not be made, read or restored. `remedy` is what a person can do about it. */
export class BackupError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.name = "BackupError";
    this.remedy = remedy;
  }
}
