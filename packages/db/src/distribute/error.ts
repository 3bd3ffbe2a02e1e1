/** The database was not distributed, or not taken back. `remedy` is what a person can do about it. */
export class DistributeError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = "DistributeError";
    this.remedy = remedy;
  }
}
