/** A request that the gateway itself refuses, before any verb. */
export class RequestError extends Error {
  readonly status: 400 | 404 | 413 | 415 | 429 | 503;
  readonly code: string;
  readonly remedy: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: RequestError["status"],
    code: string,
    message: string,
    more: { remedy?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "RequestError";
    this.status = status;
    this.code = code;
    this.remedy = more.remedy;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
