import { BinaryWriter } from "@crosspoint/db/binary/writer";

const firstBytes = 64 * 1024;

/**
 * Where the samples of a group are written before they are sent, by one writer for one group after the other. What is made for each outlives
 * two collections of the young while PostgreSQL works, and is freed then by a collection of all there is alone. A transaction reads them no
 * more once it has ended: it is answered, or its connection is closed.
 */
export class GroupBuffers {
  /** The samples' logs, as they are read. */
  readonly logs = new BinaryWriter(firstBytes);
  /** Their rows, as they are copied. */
  readonly rows = new BinaryWriter(firstBytes);
}
