import type { LaterRunner } from "../plain.ts";
import type { BinaryWriter } from "./writer.ts";

/** As every COPY in binary begins: its name, no flags, and nothing more. */
const head = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const end = -1;

/** Rows of one COPY in binary. */
export class CopiedRows {
  readonly #statement: string;
  readonly #columns: number;
  readonly writer: BinaryWriter;

  /** `statement` copies so many columns. Rows are written over what the writer held, which is theirs until they are stored. */
  constructor(statement: string, columns: number, writer: BinaryWriter) {
    this.#statement = statement;
    this.#columns = columns;
    this.writer = writer;
    writer.clear();
    writer.makeRoom(head.length);
    writer.raw(head, 0, head.length);
  }

  /** The next row's values are written to the writer after this, and take no more than so many bytes. */
  begin(bytesMost: number): void {
    this.writer.makeRoom(2 + bytesMost);
    this.writer.rawInt2(this.#columns);
  }

  /** Nothing is sent where there is no row. */
  send(tx: LaterRunner): void {
    if (this.writer.at === head.length) return;
    this.writer.makeRoom(2);
    this.writer.rawInt2(end);
    tx.copyIn(this.#statement, this.writer.written());
  }
}
