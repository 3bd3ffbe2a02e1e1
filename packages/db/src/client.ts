import { PrismaPg } from "@prisma/adapter-pg";
import { AnsweringClient } from "./answering-client.ts";
import { type Prisma, PrismaClient } from "./generated/client/client.ts";
import { longestAnswerMs, sessionUrl, statementTimeoutMs, verifySession, verifySessionWith } from "./session.ts";
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

/**
 * A plan that is kept is chosen without what is asked for, and by how large a table was when it was looked through last: of one that
 * was empty then, it would read all rows for as long as that is not done again. Rows are found by their keys, whatever the table holds.
 */
const byKeysAlone = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
  // Before PostgreSQL 18 what is off makes a plan dear where it cannot be done without, and a dear one would be compiled.
  jit: "off",
};

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
    verify: keepsPlansFrom === undefined ? verifySession : verifySessionWith(byKeysAlone),
  };
  if (keepsPlansFrom === undefined) return new PrismaClient({ adapter: new PrismaPg(pool) });
  const names = new StatementNames(keepsPlansFrom);
  const statementNameGenerator = ({ sql, args }: { readonly sql: string; readonly args: readonly unknown[] }) =>
    names.nameOf(sql, args.length);
  return new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
}
