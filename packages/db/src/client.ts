import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "./generated/client/client.ts";
import { sessionUrl, statementTimeoutMs, verifySession } from "./session.ts";

export type Database = PrismaClient;
/** What a verb gets inside `db.$transaction(async (tx) => …)`. */
export type Transaction = Prisma.TransactionClient;

/**
 * Opens a pool of at most `maxConnections` to PostgreSQL, each of whose statements ends after `longestStatementMs`.
 * Close it with `$disconnect()`.
 */
export function connectDatabase(
  url: string,
  maxConnections = 10,
  longestStatementMs: number = statementTimeoutMs.request,
): Database {
  const adapter = new PrismaPg({
    connectionString: sessionUrl(url, longestStatementMs),
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    verify: verifySession,
  });
  return new PrismaClient({ adapter });
}
