/** SQLSTATE classes and codes of a server that is starting, stopping, full or lost: 08 connection, 53300, 57P0x. */
const awayStates = /^(08\w{3}|53300|57P0[1-5])$/;
/** Prisma: cannot reach, timed out, closed the connection, no connection free in the pool in time. */
const awayPrismaCodes: ReadonlySet<string> = new Set(["P1001", "P1002", "P1008", "P1017", "P2024"]);
const awaySystemCodes: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);
const causesLimit = 8;

/** Whether an error means that PostgreSQL cannot be reached at the moment, and not that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < causesLimit && typeof current === "object" && current !== null; depth += 1) {
    if (saysAway(current as ErrorLike)) return true;
    current = causeOf(current as ErrorLike);
  }
  return false;
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
/** The driver says these in words alone. */
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

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
