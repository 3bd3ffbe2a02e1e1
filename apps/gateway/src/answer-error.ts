import type { ErrorResponse, FieldError } from "@crosspoint/protocol";
import { databaseRefusal, ServiceError, type ServiceErrorCode } from "@crosspoint/services";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import type { GatewayTypes } from "./parts.ts";
import { RequestError } from "./request-error.ts";

const statusOf: Record<ServiceErrorCode, ContentfulStatusCode> = {
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  invalid: 400,
  conflict: 409,
  tooLarge: 413,
  mediaType: 415,
  tooSlow: 408,
  tooMany: 429,
  unavailable: 503,
};

/** An error as an answer. */
export interface ErrorAnswer {
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorResponse;
}

export function answerError(error: Error, c: Context<GatewayTypes>, logger: Logger): Response {
  const { status, headers, body } = answerTo(error, c.req.path, logger);
  return c.json(body, status, { ...headers });
}

/** The one place where an error becomes an answer. What is not ours to tell stays in the log. */
export function answerTo(error: Error, path: string, logger: Logger): ErrorAnswer {
  if (error instanceof RequestError) {
    return { status: error.status, headers: retryAfter(error), body: errorBody(error) };
  }
  if (error instanceof ServiceError) {
    const challenge: Record<string, string> = error.code === "unauthenticated" ? { "WWW-Authenticate": "Bearer" } : {};
    const body = errorBody({ ...error, message: error.message, errors: error.fields });
    return { status: statusOf[error.code], headers: { ...challenge, ...retryAfter(error) }, body };
  }
  const refusal = databaseRefusal(error);
  if (refusal !== undefined) {
    if (refusal.code === "unavailable") logger.warn({ reason: error.message }, refusal.message);
    return answerTo(refusal, path, logger);
  }
  logger.error({ err: error, path }, "a request failed");
  return { status: 500, headers: {}, body: errorBody(internal) };
}

function retryAfter({
  retryAfterSeconds,
}: {
  readonly retryAfterSeconds?: number | undefined;
}): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
}

export function notFound(c: Context): Response {
  const message = `There is no ${c.req.method} ${c.req.path} here.`;
  return c.json(errorBody({ code: "notFound", message, remedy: "Check the server's address and version." }), 404);
}

const internal = {
  code: "internal",
  message: "The server failed at this request. The reason is in its log.",
  remedy: "Send it again later.",
};

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly errors?: readonly FieldError[];
}

function errorBody({ code, message, remedy, errors = [] }: Fault): ErrorResponse {
  return {
    error: {
      code,
      message,
      ...(remedy === undefined ? {} : { remedy }),
      ...(errors.length === 0 ? {} : { errors: [...errors] }),
    },
  };
}
