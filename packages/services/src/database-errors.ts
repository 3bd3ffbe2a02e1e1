import { ServiceError } from "./errors.ts";

/** SQLSTATE classes and codes of a server that is starting, stopping, full or lost: 08 connection, 53300, 57P0x. */
const awayStates = /^(08\w{3}|53300|57P0[1-5])$/;
/** Prisma: cannot reach, timed out, closed the connection, no connection free in the pool in time. */
const awayPrismaCodes: ReadonlySet<string> = new Set(["P1001", "P1002", "P1008", "P1017", "P2024"]);
const awaySystemCodes: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);
const causesLimit = 8;
/** When to come back while PostgreSQL is away; an agent keeps its events in the spool. */
const awayRetrySeconds = 5;

/**
 * SQLSTATE of what PostgreSQL refused or ended for reasons of the moment and not of the statement: a deadlock or conflict
 * (40), no memory, disk or connection left (53), read-only after a failover (25006), out of time (57014), its disk
 * failed (58030).
 */
const busyStates = /^(40001|40P01|53\w{3}|25006|57014|58030)$/;
/** Prisma: a write conflict or deadlock. */
const busyPrismaCode = "P2034";
/** And in words alone: a transaction that was open for too long. */
const busyWords = /expired transaction|The timeout for this transaction was/;

/** character_not_in_repertoire and untranslatable_character: text and JSON with a NUL. */
const unstorableStates: ReadonlySet<unknown> = new Set(["22021", "22P05"]);

/**
 * The refusal that a failure of the database stands for, for every way into the product: 503 while it is away, or cannot
 * do it at the moment, for which no event of a report is to blame; 400 for text that it cannot hold. Undefined where a
 * statement is wrong, which is a fault of ours.
 */
export function databaseRefusal(error: unknown): ServiceError | undefined {
  if (someCause(error, saysAway)) {
    return new ServiceError("unavailable", "The server cannot reach its database at the moment.", {
      remedy: "Try again in a few seconds.",
      retryAfterSeconds: awayRetrySeconds,
      cause: error,
    });
  }
  if (someCause(error, saysBusy)) {
    return new ServiceError("unavailable", "The server's database is too busy or out of room at the moment.", {
      remedy: "Try again in a few seconds. If it stays so, PostgreSQL's log says why.",
      retryAfterSeconds: awayRetrySeconds,
      cause: error,
    });
  }
  if (someCause(error, saysUnstorable)) {
    return new ServiceError("invalid", "The text holds a character that cannot be stored (NUL).", {
      remedy: "Remove it and send the rest again.",
      cause: error,
    });
  }
  return undefined;
}

/** Whether PostgreSQL could not read a value that it was given (class 22): a fault of ours, unless who asks wrote it. */
export function saysUnreadable(error: unknown): boolean {
  const isUnreadable = (code: unknown) => typeof code === "string" && /^22\w{3}$/.test(code);
  return someCause(error, ({ code, originalCode }) => isUnreadable(code) || isUnreadable(originalCode));
}

/** Whether an error or one of its causes, down to a bounded depth, says so. */
function someCause(error: unknown, says: (error: ErrorLike) => boolean): boolean {
  let current = error;
  for (let depth = 0; depth < causesLimit && typeof current === "object" && current !== null; depth += 1) {
    if (says(current as ErrorLike)) return true;
    current = causeOf(current as ErrorLike);
  }
  return false;
}

function saysBusy({ code, originalCode, message }: ErrorLike): boolean {
  const codes = [code, originalCode].filter((value) => typeof value === "string");
  return (
    codes.some((value) => busyStates.test(value) || value === busyPrismaCode) ||
    (typeof message === "string" && busyWords.test(message))
  );
}

function saysUnstorable({ code, originalCode }: ErrorLike): boolean {
  return unstorableStates.has(code) || unstorableStates.has(originalCode);
}

interface ErrorLike {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly kind?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

/** Names that Prisma's PostgreSQL adapter gives to the same conditions. */
const awayKinds: ReadonlySet<string> = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
]);
/** The driver says these in words alone; and PostgreSQL, that a connection that knows the database as it was before a migration is of no more use. */
const awayWords =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Unable to start a transaction in the given time|cached plan must not change result type/;

function saysAway({ code, originalCode, kind, message }: ErrorLike): boolean {
  const codes = [code, originalCode].filter((value) => typeof value === "string");
  return (
    codes.some((value) => awayStates.test(value) || awayPrismaCodes.has(value) || awaySystemCodes.has(value)) ||
    (typeof kind === "string" && awayKinds.has(kind)) ||
    (typeof message === "string" && awayWords.test(message))
  );
}

function causeOf({ meta, cause }: ErrorLike): unknown {
  return meta?.driverAdapterError ?? cause;
}
