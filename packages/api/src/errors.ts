import { databaseRefusal, ServiceError, type ServiceErrorCode } from "@crosspoint/services";
import { TRPCError } from "@trpc/server";

const trpcCodes = {
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  notFound: "NOT_FOUND",
  invalid: "BAD_REQUEST",
  conflict: "CONFLICT",
  tooLarge: "PAYLOAD_TOO_LARGE",
  tooSlow: "TIMEOUT",
  mediaType: "UNSUPPORTED_MEDIA_TYPE",
  tooMany: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ServiceErrorCode, TRPCError["code"]>;

/** The one place where a verb's refusal becomes a transport's. */
export function toTrpcError(error: ServiceError): TRPCError {
  return new TRPCError({ code: trpcCodes[error.code], message: error.message, cause: error });
}

/** The refusal that an error stands for: a verb's own, or the database's. Undefined for a fault of the server. */
export function asTrpcRefusal(error: unknown): TRPCError | undefined {
  const refusal = error instanceof ServiceError ? error : databaseRefusal(error);
  return refusal && toTrpcError(refusal);
}

/** What the browser gets beside the message; see `shape.data.refusal`. */
export interface Refusal {
  readonly code: ServiceErrorCode;
  readonly remedy: string | undefined;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
}

export function refusalOf(cause: unknown): Refusal | undefined {
  if (!(cause instanceof ServiceError)) return undefined;
  return { code: cause.code, remedy: cause.remedy, fields: cause.fields };
}
