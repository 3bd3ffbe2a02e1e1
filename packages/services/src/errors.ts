import type { FieldError } from "@crosspoint/protocol";

export type ServiceErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "invalid"
  | "conflict"
  | "tooLarge"
  | "tooSlow"
  | "mediaType"
  | "tooMany"
  | "unavailable";

/** What a verb answers when it will not do its work. Says what happened, to what, and what to do about it. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly remedy: string | undefined;
  readonly fields: readonly FieldError[];
  /** With `tooMany` and `unavailable`: when to come back. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ServiceErrorCode,
    message: string,
    more: { remedy?: string; fields?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "ServiceError";
    this.code = code;
    this.remedy = more.remedy;
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
