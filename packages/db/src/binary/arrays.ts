import { arrayHeadBytes, BinaryWriter, elementTypes, numericBytesMost, uuidBytes } from "./writer.ts";

/**
 * Columns of values in binary, for `${uuidArray(…)}::uuid[]` in a statement past Prisma: what is read of a thousand drives in each group. All
 * else is written as text, by `list`.
 */
export const uuidArray = (ids: readonly string[]): Buffer =>
  arrayOf("uuid", ids, { bytesMost: uuidBytes + 4, write: (writer, id) => writer.uuid(id) });

export const xidArray = (values: readonly number[]): Buffer =>
  arrayOf("xid", values, { bytesMost: 8, write: (writer, value) => writer.xid(value) });

export const intArray = (values: readonly number[]): Buffer =>
  arrayOf("int4", values, { bytesMost: 8, write: (writer, value) => writer.int4(value) });

/** Of whole numbers that JavaScript holds exactly. */
export const bigintArray = (values: readonly (number | null)[]): Buffer =>
  arrayOf("int8", values, {
    bytesMost: 12,
    write: (writer, value) => (value === null ? writer.absent() : writer.int8(value)),
  });

/** Of decimal digits. */
export const numericArray = (values: readonly string[]): Buffer =>
  arrayOf("numeric", values, { bytesMost: numericBytesMost, write: (writer, value) => writer.numericText(value) });

interface Element<T> {
  readonly bytesMost: number;
  readonly write: (writer: BinaryWriter, value: T) => void;
}

function arrayOf<T>(type: keyof typeof elementTypes, values: readonly T[], { bytesMost, write }: Element<T>): Buffer {
  const writer = new BinaryWriter(arrayHeadBytes + values.length * bytesMost);
  writer.rawInt4(1);
  writer.rawInt4(0);
  writer.rawInt4(elementTypes[type]);
  writer.rawInt4(values.length);
  writer.rawInt4(1);
  for (const value of values) write(writer, value);
  return writer.written();
}
