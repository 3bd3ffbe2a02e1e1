import pg from "pg";
import { unanswered } from "./answering-client.ts";
import { textList } from "./array-literal.ts";
import { Batch, type Part } from "./batch.ts";
import { Prisma } from "./generated/client/client.ts";
import { longestAnswerMs, sessionUrl, statementTimeoutMs, verifySession } from "./session.ts";

/** What a query needs of a transaction: Prisma's has it, and that of a {@link PlainDatabase}. */
export interface SqlRunner {
  $executeRaw(sql: TemplateStringsArray, ...values: unknown[]): PromiseLike<number>;
  /** A plain one reads 64-bit numbers as text. */
  $queryRaw<T>(sql: TemplateStringsArray, ...values: unknown[]): PromiseLike<T>;
}

/** A transaction past Prisma. */
export interface PlainTransaction extends SqlRunner {
  readonly later: LaterRunner;
}

/**
 * Puts off what nobody waits for: it is sent with what is asked next, or with the commit, which fails where it does. How many rows
 * it changed is not known then: 0.
 */
export interface LaterRunner extends SqlRunner {
  /** Sends rows as the text that COPY reads; `statement` is `COPY … FROM STDIN`, and holds nothing that anybody else has said. */
  copyIn(statement: string, rows: string): void;
}

const waitForConnectionMs = 5_000;

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
      query_timeout: options.answerTimeoutMs ?? longestAnswerMs(statementTimeoutMs.request),
      verify: verifySession,
    });
    // Of a connection that is lost while nobody uses it: the next one who asks gets another.
    this.#pool.on("error", () => undefined);
  }

  /** A statement by itself. */
  get statement(): SqlRunner {
    return runnerOf(this.#pool);
  }

  async transaction<T>(work: (tx: PlainTransaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const note = (error: Error) => {
      lost ??= error;
    };
    client.on("error", note);
    try {
      const tx = new BatchedTransaction(client);
      const result = await work(tx);
      await tx.commit();
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

/** Its beginning and its end are sent with its first and its last statements. */
class BatchedTransaction implements PlainTransaction {
  readonly #client: pg.PoolClient;
  #waiting: Part[] = [{ text: "BEGIN", values: [] }];
  readonly later: LaterRunner;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.later = {
      $executeRaw: async (sql, ...values) => {
        this.#waiting.push(partOf(sql, values));
        return 0;
      },
      $queryRaw: (sql, ...values) => this.$queryRaw(sql, ...values),
      copyIn: (text, rows) => {
        this.#waiting.push({ text, values: [], rows: Buffer.from(rows) });
      },
    };
  }

  async $executeRaw(sql: TemplateStringsArray, ...values: unknown[]): Promise<number> {
    return (await this.#send(partOf(sql, values))).rowCount ?? 0;
  }

  async $queryRaw<T>(sql: TemplateStringsArray, ...values: unknown[]): Promise<T> {
    return (await this.#send(partOf(sql, values))).rows as T;
  }

  async commit(): Promise<void> {
    await this.#send({ text: "COMMIT", values: [] });
  }

  /** With what waits before it. */
  async #send(part: Part): Promise<pg.Result> {
    const parts = [...this.#waiting, part];
    this.#waiting = [];
    return new Promise((resolve, reject) => {
      const batch = new Batch(parts, (error) => {
        const last = batch.results.at(-1);
        if (error === null && last !== undefined) resolve(last);
        else reject(error ?? new Error("PostgreSQL answered nothing."));
      });
      // The driver's types know no more of its connection than cursors need.
      this.#client.query(batch as unknown as pg.Submittable);
    });
  }
}

function partOf(strings: TemplateStringsArray, values: readonly unknown[]): Part {
  const { text, values: flat } = Prisma.sql(strings, ...values);
  return { text, values: flat.map(textOf) };
}

/** As the driver would write it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return textList(value.map(textOf));
  return value instanceof Date ? value.toISOString() : String(value);
}

function runnerOf(client: pg.Pool): SqlRunner {
  const run = (strings: TemplateStringsArray, values: unknown[]) => {
    const { text, values: flat } = Prisma.sql(strings, ...values);
    return client.query({ text, values: flat as unknown[] });
  };
  return {
    $executeRaw: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
    $queryRaw: async <T>(sql: TemplateStringsArray, ...values: unknown[]) => (await run(sql, values)).rows as T,
  };
}
