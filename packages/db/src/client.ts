import { PrismaPg } from "@prisma/adapter-pg";
import { AnsweringClient } from "./answering-client.ts";
import { type Prisma, PrismaClient } from "./generated/client/client.ts";
import { longestAnswerMs, sessionUrl, statementTimeoutMs, verifySession } from "./session.ts";
import { StatementNames } from "./statement-names.ts";

export type Database = PrismaClient;
/** What a verb gets inside `db.$transaction(async (tx) => …)`. */
export type Transaction = Prisma.TransactionClient;

export interface DatabaseOptions {
  /** When a statement is ended. */
  readonly longestStatementMs?: number;
  /**
   * Whether PostgreSQL keeps the plans of a transaction's statements: for who asks the same few many times in a second. A kept plan knows
   * nothing of the figures that are asked for.
   */
  readonly keepsPlans?: boolean;
}

/** Opens a pool of at most `maxConnections` to PostgreSQL. Close it with `$disconnect()`. */
export function connectDatabase(
  url: string,
  maxConnections = 10,
  { longestStatementMs = statementTimeoutMs.request, keepsPlans = false }: DatabaseOptions = {},
): Database {
  const pool = {
    connectionString: sessionUrl(url, longestStatementMs),
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    query_timeout: longestAnswerMs(longestStatementMs),
    Client: AnsweringClient,
    verify: verifySession,
  };
  const names = new StatementNames();
  const adapter = keepsPlans
    ? new PrismaPg(pool, { statementNameGenerator: ({ sql, args }) => names.nameOf(sql, args.length) })
    : new PrismaPg(pool);
  return new PrismaClient({ adapter });
}
