import pg from "pg";

/** A statement with its parameters as text, or a COPY FROM STDIN with its rows. */
export interface Part {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly rows?: Buffer;
}

/** As much of the driver's connection as speaks the protocol. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void; write(bytes: Buffer): unknown };
  parse(query: { readonly text: string }): void;
  bind(config: { readonly values: readonly (string | null)[] }): void;
  describe(message: { readonly type: "P" }): void;
  execute(config: object): void;
  endCopyFrom(): void;
  sync(): void;
}

type Settle = (error: Error | null) => void;
type Message<K extends "fields" | "text"> = Readonly<Record<K, never>>;

const copyDataCode = "d".charCodeAt(0);
const lengthBytes = 4;

/**
 * Statements that are sent together and answered together: each is done when those before it are, and none after one that
 * fails. The driver's own queries each wait for the answer to the one before, and are a write to the socket each. The driver
 * takes it as it takes a cursor: asks it to send itself, and hands on what the server answers.
 */
export class Batch {
  readonly #parts: readonly Part[];
  /** In the order of the parts. */
  readonly results: pg.Result[] = [];
  #open = newResult();
  /** The driver puts its own before it, to see whether an answer comes in time. */
  callback: Settle;

  constructor(parts: readonly Part[], settle: Settle) {
    this.#parts = parts;
    this.callback = settle;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { text, values, rows } of this.#parts) {
      connection.parse({ text });
      connection.bind({ values });
      connection.describe({ type: "P" });
      connection.execute({});
      if (rows !== undefined) sendRows(connection, rows);
    }
    connection.sync();
    connection.stream.uncork();
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
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
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
