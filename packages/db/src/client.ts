import { PrismaPg } from "@prisma/adapter-pg";
import { AnsweringClient } from "./answering-client.ts";
import { type Prisma, PrismaClient } from "./generated/client/client.ts";
import { longestAnswerMs, sessionUrl, statementTimeoutMs, verifyKeepingSession, verifySession } from "./session.ts";
import { StatementNames } from "./statement-names.ts";

export type Database = PrismaClient;
/** What a verb gets inside `db.$transaction(async (tx) => …)`. */
export type Transaction = Prisma.TransactionClient;

export interface DatabaseOptions {
  /** When a statement is ended. */
  readonly longestStatementMs?: number;
  /**
   * From which time on PostgreSQL keeps the plan of a transaction's statement. It pays where the same few statements come many times a second,
   * each for some rows by their keys. Absent, no plan is kept.
   */
  readonly keepsPlansFrom?: number | undefined;
}

/** Opens a pool of at most `maxConnections` to PostgreSQL. Close it with `$disconnect()`. */
export function connectDatabase(
  url: string,
  maxConnections = 10,
  { longestStatementMs = statementTimeoutMs.request, keepsPlansFrom }: DatabaseOptions = {},
): Database {
  const pool = {
    connectionString: sessionUrl(url, longestStatementMs),
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    query_timeout: longestAnswerMs(longestStatementMs),
    Client: AnsweringClient,
    verify: keepsPlansFrom === undefined ? verifySession : verifyKeepingSession,
  };
  if (keepsPlansFrom === undefined) return new PrismaClient({ adapter: new PrismaPg(pool) });
  const names = new StatementNames(keepsPlansFrom);
  const statementNameGenerator = ({ sql, args }: { readonly sql: string; readonly args: readonly unknown[] }) =>
    names.nameOf(sql, args.length);
  return new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
}
