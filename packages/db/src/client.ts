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
   * Whether PostgreSQL keeps the plans of a transaction's statements: for who asks the same few many times in a second, each for some rows
   * by their keys.
   */
  readonly keepsPlans?: boolean;
}

/**
 * A plan that is kept is chosen without what is asked for, and by how large a table was when it was looked through last: of one that
 * was empty then, it would read all rows for as long as that is not done again. Rows are found by their keys, whatever the table holds.
 */
const byKeysAlone = { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off", enable_material: "off" };

/** Opens a pool of at most `maxConnections` to PostgreSQL. Close it with `$disconnect()`. */
export function connectDatabase(
  url: string,
  maxConnections = 10,
  { longestStatementMs = statementTimeoutMs.request, keepsPlans = false }: DatabaseOptions = {},
): Database {
  const pool = {
    connectionString: sessionUrl(url, longestStatementMs, keepsPlans ? byKeysAlone : {}),
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
