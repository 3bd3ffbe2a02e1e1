import pg from "pg";
import { AnsweringClient, isOfNoMoreUse } from "./answering-client.ts";
import { textList } from "./array-literal.ts";
import { Batch, type Part } from "./batch.ts";
import { Prisma } from "./generated/client/client.ts";
import { longestAnswerMs, sessionUrl, statementTimeoutMs, verifyKeepingSession } from "./session.ts";
import { StatementNames } from "./statement-names.ts";

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
  /** Sends rows as COPY reads them; `statement` is `COPY … FROM STDIN`, and holds nothing that anybody else has said. */
  copyIn(statement: string, rows: Buffer): void;
  /** Sends what was put off until now: PostgreSQL is busy with it while the rest is made ready. */
  sendAhead(): void;
}

const waitForConnectionMs = 5_000;
/** From then on a statement of transactions keeps its plan: parsing it and planning takes as long as a third of a group's rows. */
const keepsPlansFrom = 100;

export interface PlainOptions {
  readonly answerTimeoutMs?: number;
  /** From which time on PostgreSQL keeps the plan of a statement. */
  readonly keepsPlansFrom?: number;
}

/**
 * PostgreSQL through its driver alone, for statements whose few parameters are a megabyte: Prisma would have each of
 * them walked and copied. Close it with `close()`.
 */
export class PlainDatabase {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;

  constructor(url: string, maxConnections: number, options: PlainOptions = {}) {
    this.#names = new StatementNames(options.keepsPlansFrom ?? keepsPlansFrom);
    this.#pool = new pg.Pool({
      connectionString: sessionUrl(url, statementTimeoutMs.request),
      max: maxConnections,
      connectionTimeoutMillis: waitForConnectionMs,
      query_timeout: options.answerTimeoutMs ?? longestAnswerMs(statementTimeoutMs.request),
      Client: AnsweringClient,
      verify: verifyKeepingSession,
    });
    // Of a connection that is lost while nobody uses it: the next one who asks gets another.
    this.#pool.on("error", () => undefined);
  }

  /** A statement by itself. */
  get statement(): SqlRunner {
    return runnerOf(this.#pool, this.#names);
  }

  async transaction<T>(work: (tx: PlainTransaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const note = (error: Error) => {
      lost ??= error;
    };
    client.on("error", note);
    const tx = new BatchedTransaction(client, this.#names);
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      // Without its connection the transaction has ended as well. What is asked of it then does not say why.
      if (error instanceof Error && isOfNoMoreUse(error)) note(error);
      else await tx.rollback().catch(note);
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
  readonly #names: StatementNames;
  #waiting: Part[] = [{ text: "BEGIN", values: [] }];
  /** One that is sent in part. */
  #begun: Asked | undefined;
  readonly later: LaterRunner;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
    this.later = {
      $executeRaw: async (sql, ...values) => {
        this.#waiting.push(partOf(sql, values));
        return 0;
      },
      $queryRaw: (sql, ...values) => this.$queryRaw(sql, ...values),
      copyIn: (text, rows) => {
        this.#waiting.push({ text, values: [], rows });
      },
      sendAhead: () => this.#sendWaiting(),
    };
  }

  async $executeRaw(sql: TemplateStringsArray, ...values: unknown[]): Promise<number> {
    return (await this.#ask(partOf(sql, values))).rowCount ?? 0;
  }

  async $queryRaw<T>(sql: TemplateStringsArray, ...values: unknown[]): Promise<T> {
    return (await this.#ask(partOf(sql, values))).rows as T;
  }

  async commit(): Promise<void> {
    await this.#ask({ text: "COMMIT", values: [] });
  }

  async rollback(): Promise<void> {
    // What was begun has to have its end, or the connection waits for it.
    this.#begun?.batch.end();
    await this.#client.query("ROLLBACK");
  }

  /** With what waits before it. */
  async #ask(part: Part): Promise<pg.Result> {
    this.#waiting.push(part);
    const { batch, answer } = this.#sendWaiting();
    this.#begun = undefined;
    batch.end();
    return answer;
  }

  #sendWaiting(): Asked {
    this.#begun ??= this.#begin();
    this.#begun.batch.send(this.#waiting);
    this.#waiting = [];
    return this.#begun;
  }

  #begin(): Asked {
    const { promise, resolve, reject } = Promise.withResolvers<pg.Result>();
    const batch = new Batch(this.#names, (error) => {
      const last = batch.results.at(-1);
      if (error === null && last !== undefined) resolve(last);
      else reject(error ?? new Error("PostgreSQL answered nothing."));
    });
    // Where it fails before anybody waits for its answer, whoever asks next is told.
    promise.catch(() => undefined);
    // The driver's types know no more of its connection than cursors need.
    this.#client.query(batch as unknown as pg.Submittable);
    return { batch, answer: promise };
  }
}

/** Statements on their way, and what the last of them is answered. */
interface Asked {
  readonly batch: Batch;
  readonly answer: Promise<pg.Result>;
}

/** Of templates whose values are all parameters: most statements come again and again, as they stand in the code. */
const texts = new WeakMap<TemplateStringsArray, string>();

function partOf(strings: TemplateStringsArray, values: readonly unknown[]): Part {
  const known = texts.get(strings);
  if (known !== undefined) return { text: known, values: values.map(parameterOf) };
  const { text, values: flat } = Prisma.sql(strings, ...values);
  if (!values.some((value) => value instanceof Prisma.Sql)) texts.set(strings, text);
  return { text, values: flat.map(parameterOf) };
}

/** As the driver would write it. Bytes are a value in binary. */
function parameterOf(value: unknown): string | Buffer | null {
  return Buffer.isBuffer(value) ? value : textOf(value);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return textList(value.map(textOf));
  return value instanceof Date ? value.toISOString() : String(value);
}

function runnerOf(client: pg.Pool, names: StatementNames): SqlRunner {
  const run = (sql: TemplateStringsArray, values: unknown[]) => {
    const { text, values: flat } = partOf(sql, values);
    return client.query({ name: names.nameOf(text, flat.length), text, values: [...flat] });
  };
  return {
    $executeRaw: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
    $queryRaw: async <T>(sql: TemplateStringsArray, ...values: unknown[]) => (await run(sql, values)).rows as T,
  };
}
