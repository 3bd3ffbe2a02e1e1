/** The embedded PostgreSQL could not be had. `remedy` is what a person can do about it. */
export class EmbeddedPostgresError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, cause?: unknown) {
    super(message, { cause });
    this.name = "EmbeddedPostgresError";
    this.remedy = remedy;
  }
}
