import pg from "pg";
import type { StatementNames } from "./statement-names.ts";

/** A statement with its parameters, as text or in binary, or a COPY FROM STDIN with its rows. */
export interface Part {
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
  readonly rows?: Buffer;
}

/** As much of the driver's connection as speaks the protocol. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void; write(bytes: Buffer): unknown };
  /** The driver's own book of what this session has parsed under a name. */
  readonly parsedStatements: Record<string, string>;
  parse(query: { readonly name: string; readonly text: string }): void;
  bind(config: { readonly statement: string; readonly values: Part["values"] }): void;
  describe(message: { readonly type: "P" }): void;
  execute(config: object): void;
  endCopyFrom(): void;
  sync(): void;
  on(event: "parseComplete", listener: () => void): void;
  off(event: "parseComplete", listener: () => void): void;
}

type Settle = (error: Error | null) => void;
type Message<K extends "fields" | "text"> = Readonly<Record<K, never>>;

const copyDataCode = "d".charCodeAt(0);
const lengthBytes = 4;

/**
 * Statements that are answered together: each is done when those before it are, and none after one that fails. They are sent as they come, so
 * that PostgreSQL works at the first while the last are being made. The driver's own queries each wait for the answer to the one
 * before, and are a write to the socket each. The driver takes it as it takes a cursor: asks it to send itself, and hands on
 * what the server answers.
 */
export class Batch {
  readonly #names: StatementNames;
  /** In the order of the parts. */
  readonly results: pg.Result[] = [];
  #connection: Connection | undefined;
  /** Until the driver has a connection for it. */
  #unsent: Part[] = [];
  #hasEnd = false;
  /** Names that the server has been asked to parse a statement under, and has not answered yet; empty for none. */
  readonly #parsing: { readonly name: string; readonly text: string }[] = [];
  #open = newResult();
  /** The driver puts its own before it, to see whether an answer comes in time. */
  callback: Settle;

  constructor(names: StatementNames, settle: Settle) {
    this.#names = names;
    this.callback = settle;
  }

  /** Sends more of them. What comes after one that failed, PostgreSQL passes over. */
  send(parts: readonly Part[]): void {
    this.#unsent.push(...parts);
    this.#write();
  }

  /** No more come. Until then there is no answer but that one has failed. */
  end(): void {
    this.#hasEnd = true;
    this.#write();
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.on("parseComplete", this.#onParsed);
    this.#write();
  }

  handleRowDescription({ fields }: Message<"fields">): void {
    this.#open.addFields(fields);
  }

  handleDataRow({ fields }: Message<"fields">): void {
    this.#open.addRow(this.#open.parseRow(fields));
  }

  handleCommandComplete(message: Message<"text">): void {
    this.#open.addCommandComplete(message);
    this.results.push(this.#open);
    this.#open = newResult();
  }

  /** The rows are on their way already. */
  handleCopyInResponse(): void {}

  handleError(error: Error): void {
    this.#leave();
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#leave();
    this.callback(null);
  }

  #write(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    connection.stream.cork();
    for (const part of this.#unsent) this.#writePart(connection, part);
    this.#unsent = [];
    if (this.#hasEnd) connection.sync();
    connection.stream.uncork();
  }

  #writePart(connection: Connection, { text, values, rows }: Part): void {
    const name = this.#names.nameOf(text, values.length);
    if (!this.#isParsed(name, connection)) {
      this.#parsing.push({ name, text });
      connection.parse({ name, text });
    }
    connection.bind({ statement: name, values });
    connection.describe({ type: "P" });
    connection.execute({});
    if (rows !== undefined) sendRows(connection, rows);
  }

  /** Or will be, by the time that it is needed. */
  #isParsed(name: string, { parsedStatements }: Connection): boolean {
    return (
      name !== "" && (Object.hasOwn(parsedStatements, name) || this.#parsing.some((parsing) => parsing.name === name))
    );
  }

  readonly #onParsed = (): void => {
    const parsed = this.#parsing.shift();
    if (parsed !== undefined && parsed.name !== "" && this.#connection !== undefined) {
      this.#connection.parsedStatements[parsed.name] = parsed.text;
    }
  };

  #leave(): void {
    this.#connection?.off("parseComplete", this.#onParsed);
  }
}

/** As the driver's own queries have it, with methods that its types leave out. */
function newResult() {
  return new pg.Result("", pg.types) as pg.Result & {
    addFields(fields: never): void;
    addRow(row: never): void;
    parseRow(values: never): never;
    addCommandComplete(message: Message<"text">): void;
  };
}

function sendRows(connection: Connection, rows: Buffer): void {
  const head = Buffer.alloc(1 + lengthBytes);
  head[0] = copyDataCode;
  head.writeUInt32BE(rows.length + lengthBytes, 1);
  connection.stream.write(head);
  connection.stream.write(rows);
  connection.endCopyFrom();
}
