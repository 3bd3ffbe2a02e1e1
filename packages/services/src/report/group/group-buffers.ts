import { BinaryWriter } from "@crosspoint/db/binary/writer";

const firstBytes = 64 * 1024;

/**
 * Where the samples of a group are written before they are sent, by one writer for one group after the other. What is made for each outlives
 * two collections of the young while PostgreSQL works, and is freed then by a collection of all there is alone.
 *
 * Nothing of one group is read once its transaction has ended. Where it was answered, PostgreSQL has all of it, or has refused it
 * and passes over what comes until the statements' end, the commit among them; where no answer came, the socket is closed with what it had
 * not sent.
 */
export class GroupBuffers {
  /** The samples' logs, as they are read. */
  readonly logs = new BinaryWriter(firstBytes);
  /** Their rows, as they are copied. */
  readonly rows = new BinaryWriter(firstBytes);
}
