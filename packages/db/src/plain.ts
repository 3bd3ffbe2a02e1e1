import pg from "pg";
import { Prisma } from "./generated/client/client.ts";
import { sessionUrl, statementTimeoutMs, verifySession } from "./session.ts";

/** What a query needs of a transaction: Prisma's has it, and that of a {@link PlainDatabase}. */
export interface SqlRunner {
  $executeRaw(sql: TemplateStringsArray, ...values: unknown[]): PromiseLike<number>;
  /** A plain one reads 64-bit numbers as text. */
  $queryRaw<T>(sql: TemplateStringsArray, ...values: unknown[]): PromiseLike<T>;
}

const waitForConnectionMs = 5_000;
/** The server ends a statement before; one that has not answered by then is gone, and did not say so. */
const answerTimeoutMs = statementTimeoutMs.request + 5_000;
const unanswered = "Query read timeout";

/**
 * PostgreSQL through its driver alone, for statements whose few parameters are a megabyte of text: Prisma would have each of
 * them walked and copied. Close it with `close()`.
 */
export class PlainDatabase {
  readonly #pool: pg.Pool;

  constructor(url: string, maxConnections: number, options: { readonly answerTimeoutMs?: number } = {}) {
    this.#pool = new pg.Pool({
      connectionString: sessionUrl(url, statementTimeoutMs.request),
      max: maxConnections,
      connectionTimeoutMillis: waitForConnectionMs,
      query_timeout: options.answerTimeoutMs ?? answerTimeoutMs,
      verify: verifySession,
    });
    // Of a connection that is lost while nobody uses it: the next one who asks gets another.
    this.#pool.on("error", () => undefined);
  }

  /** A statement by itself. */
  get statement(): SqlRunner {
    return runnerOf(this.#pool);
  }

  async transaction<T>(work: (tx: SqlRunner) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const note = (error: Error) => {
      lost ??= error;
    };
    client.on("error", note);
    try {
      await client.query("BEGIN");
      const result = await work(runnerOf(client));
      await client.query("COMMIT");
      return result;
    } catch (error) {
      // Without its connection the transaction has ended as well. What is asked of it then does not say why.
      if (error instanceof Error && error.message === unanswered) note(error);
      else await client.query("ROLLBACK").catch(note);
      throw lost ?? error;
    } finally {
      client.off("error", note);
      client.release(lost !== undefined);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

function runnerOf(client: pg.Pool | pg.PoolClient): SqlRunner {
  const run = (strings: TemplateStringsArray, values: unknown[]) => {
    const { text, values: flat } = Prisma.sql(strings, ...values);
    return client.query({ text, values: flat as unknown[] });
  };
  return {
    $executeRaw: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
    $queryRaw: async <T>(sql: TemplateStringsArray, ...values: unknown[]) => (await run(sql, values)).rows as T,
  };
}
