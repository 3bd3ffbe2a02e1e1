import { ServiceError } from "@crosspoint/services";
import { addressGroup } from "@crosspoint/services/access/rules/client-address";
import type { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { initTRPC, type TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ZodError } from "zod";
import type { ApiContext } from "./context.ts";
import { asTrpcRefusal, type Refusal, refusalOf } from "./errors.ts";
import { untilStopped } from "./live/until-stopped.ts";
import { watchStream } from "./live/watch-stream.ts";
import { WaitingLine } from "./waiting-line.ts";

const t = initTRPC.context<ApiContext>().create({
  transformer: superjson,
  sse: { ping: { enabled: true, intervalMs: 10_000 }, client: { reconnectAfterInactivityMs: 30_000 } },
  errorFormatter({ shape, error }) {
    return {
      ...shape,
      message: messageFor(error),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        refusal: refusal(error),
      },
    };
  },
});

/** A verb's refusal keeps its words and code; anything else is a fault of the server and says no more than that. */
const mapErrors = t.middleware(async ({ next }) => {
  const result = await next();
  const refusal = result.ok ? undefined : asTrpcRefusal(result.error.cause);
  if (refusal !== undefined) throw refusal;
  if (!result.ok || !isAsyncIterable(result.data)) return result;
  return { ...result, data: mapErrorsOf(result.data) };
});

function isAsyncIterable(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** A subscription refuses when it is read, long after the procedure returned. */
async function* mapErrorsOf(events: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* events;
  } catch (error) {
    throw asTrpcRefusal(error) ?? error;
  }
}

export const router = t.router;
export const procedure = t.procedure.use(mapErrors);
/** A subscription, which ends when its person may no longer have it; `ctx.streamSignal` aborts then. */
export const streamProcedure = procedure.use(async ({ ctx, next, signal }) => {
  const watch = watchStream(ctx, signal);
  const result = await next({ ctx: { streamSignal: watch.signal } });
  if (!result.ok || !isAsyncIterable(result.data)) {
    watch.close();
    return result;
  }
  return { ...result, data: closing(untilStopped(result.data, watch.signal), watch) };
});

async function* closing(events: AsyncIterable<unknown>, watch: { close(): void }): AsyncGenerator<unknown> {
  try {
    yield* events;
  } finally {
    watch.close();
  }
}

/** Open to whoever holds the token of a link; how fast one address may try them is bounded. */
export const tokenProcedure = procedure.use(({ ctx, next }) => {
  refuseOften(ctx, ctx.tokenGuesses, "Too many attempts from your address.");
  return next();
});

/** A large comparison takes seconds and many megabytes: however many people hold a link, so many are made at once. */
const sharedLine = new WaitingLine({ atOnce: 2, waitingMax: 100 });

/** Open to whoever holds the token of a share link, who may look again and again, and not without end. */
export const sharedProcedure = procedure.use(({ ctx, next }) => {
  refuseOften(ctx, ctx.sharedReads, "Too many requests from your address.");
  return sharedLine.run(() => next());
});

function refuseOften({ request, now }: ApiContext, buckets: TokenBuckets, message: string): void {
  const waitMs = buckets.take(addressGroup(request.address), now.getTime());
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new ServiceError("tooMany", message, { remedy: `Try again in ${retryAfterSeconds} s.`, retryAfterSeconds });
}
export const createCallerFactory = t.createCallerFactory;

function messageFor(error: TRPCError): string {
  if (error.cause instanceof ZodError) return "Some of what was sent is not valid.";
  return error.code === "INTERNAL_SERVER_ERROR" ? "The server failed to do this. Its log says why." : error.message;
}

function refusal(error: TRPCError): Refusal | undefined {
  if (!(error.cause instanceof ZodError)) return refusalOf(error.cause);
  const fields = error.cause.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { code: "invalid", remedy: undefined, fields };
}
