import { arrayHeadBytes, BinaryWriter, elementTypes, numericBytesMost, uuidBytes } from "./writer.ts";

/**
 * Columns of values in binary, for `${uuidArray(…)}::uuid[]` in a statement past Prisma: what is read of a thousand drives in each group. All
 * else is written as text, by `list`. Each has a loop of its own, which V8 makes one piece of code of.
 */
export function uuidArray(ids: readonly string[]): Buffer {
  const writer = begun("uuid", ids.length, uuidBytes + 4);
  for (const id of ids) writer.uuid(id);
  return writer.written();
}

export function xidArray(values: readonly number[]): Buffer {
  const writer = begun("xid", values.length, 8);
  for (const value of values) writer.xid(value);
  return writer.written();
}

export function intArray(values: readonly number[]): Buffer {
  const writer = begun("int4", values.length, 8);
  for (const value of values) writer.int4(value);
  return writer.written();
}

/** Of whole numbers that JavaScript holds exactly. */
export function bigintArray(values: readonly (number | null)[]): Buffer {
  const writer = begun("int8", values.length, 12);
  for (const value of values) {
    if (value === null) writer.absent();
    else writer.int8(value);
  }
  return writer.written();
}

/** Of decimal digits. */
export function numericArray(values: readonly string[]): Buffer {
  const writer = begun("numeric", values.length, numericBytesMost);
  for (const value of values) writer.numericText(value);
  return writer.written();
}

function begun(type: keyof typeof elementTypes, count: number, bytesMost: number): BinaryWriter {
  const writer = new BinaryWriter(arrayHeadBytes + count * bytesMost);
  // One dimension, of so many, from the first on.
  for (const value of [1, 0, elementTypes[type], count, 1]) writer.rawInt4(value);
  return writer;
}
