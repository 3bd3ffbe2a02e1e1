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

/** The one place where an error becomes an answer. What is not ours to tell stays in the log. */
export function answerError(error: Error, c: Context<GatewayTypes>, logger: Logger): Response {
  if (error instanceof RequestError) {
    if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
    return c.json(errorBody(error), error.status);
  }
  if (error instanceof ServiceError) {
    if (error.code === "unauthenticated") c.header("WWW-Authenticate", "Bearer");
    if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
    return c.json(errorBody({ ...error, message: error.message, errors: error.fields }), statusOf[error.code]);
  }
  const refusal = databaseRefusal(error);
  if (refusal !== undefined) {
    if (refusal.code === "unavailable") logger.warn({ reason: error.message }, refusal.message);
    return answerError(refusal, c, logger);
  }
  logger.error({ err: error, path: c.req.path }, "a request failed");
  return c.json(errorBody(internal), 500);
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
