import { ServiceError } from "@crosspoint/services";
import { addressGroup } from "@crosspoint/services/access/rules/client-address";
import { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import superjson from "superjson";
import type { ApiContext } from "../context.ts";
import { asTrpcRefusal, refusalOf, toTrpcError } from "../errors.ts";
import { appRouter } from "../root.ts";
import { withBoundedBody } from "./bounded-body.ts";
import { requireOwnPage } from "./own-page.ts";

export const apiEndpoint = "/api/trpc";
/** A body of a call or a batch: the largest that the pages send is a few KB. */
export const bodyLimitBytes = 1 << 20;
/** `Cache-Control` of whatever holds data: what one may see, another may not, and a link may be revoked. */
export const privateAnswer = "private, no-store";
/** Calls of one batch. The browser's client divides longer ones. */
export const callsLimit = 20;

/** Calls from one address: a page with many panels, and a room full of people behind one address. */
const callRate = { burst: 1000, perSecond: 200 };

export interface ApiDoor {
  /** Where people open the pages. */
  readonly webUrl: string;
  /** Tokens are calls, by address. One per process. */
  readonly calls: TokenBuckets;
  readonly createContext: (request: Request, address: string, answerHeaders: Headers) => Promise<ApiContext>;
}

export function newCallBuckets(): TokenBuckets {
  return new TokenBuckets(callRate);
}

/** Answers one HTTP request of the pages: bounds first, whoever asks; then the procedures, which check rights. */
export async function answerApi(request: Request, address: string, door: ApiDoor): Promise<Response> {
  let bounded: Request;
  try {
    takeCalls(request, address, door.calls);
    if (request.method !== "GET") requireOwnPage(request.headers, door.webUrl);
    bounded = await withBoundedBody(request, { bytes: bodyLimitBytes });
  } catch (error) {
    if (error instanceof ServiceError) return refuse(error);
    throw error;
  }
  return fetchRequestHandler({
    endpoint: apiEndpoint,
    req: bounded,
    router: appRouter,
    maxBatchSize: callsLimit,
    // Who asks is read from the database, which may be away.
    createContext: ({ resHeaders }) =>
      door.createContext(bounded, address, resHeaders).catch((error: unknown) => {
        throw asTrpcRefusal(error) ?? error;
      }),
    responseMeta: ({ errors }) => ({ headers: answerHeaders(errors) }),
    onError({ error, path }) {
      if (error.code === "INTERNAL_SERVER_ERROR") console.error(`tRPC ${path ?? "?"} failed:`, error.cause ?? error);
    },
  });
}

export function takeCalls(request: Request, address: string, buckets: TokenBuckets): void {
  const { pathname } = new URL(request.url);
  const calls = Math.min(pathname.split(",").length, callsLimit);
  const waitMs = buckets.take(addressGroup(address), Date.now(), calls);
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new ServiceError("tooMany", `Too many requests from ${address}.`, {
    remedy: `Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  });
}

/** Kept by no one on the way, and with the longest wait that a refused call asks for. */
function answerHeaders(errors: readonly TRPCError[]): Headers {
  const waits = errors.map(({ cause }) => (cause instanceof ServiceError ? (cause.retryAfterSeconds ?? 0) : 0));
  const seconds = Math.max(0, ...waits);
  return new Headers({
    "cache-control": privateAnswer,
    ...(seconds === 0 ? {} : { "retry-after": String(seconds) }),
  });
}

/** A refusal before any procedure, in the shape in which a procedure's arrives. */
function refuse(cause: ServiceError): Response {
  const error = toTrpcError(cause);
  const status = getHTTPStatusCodeFromError(error);
  const data = { code: error.code, httpStatus: status, refusal: refusalOf(cause) };
  const body = { error: superjson.serialize({ message: error.message, code: -32_600, data }) };
  return Response.json(body, { status, headers: answerHeaders([error]) });
}
