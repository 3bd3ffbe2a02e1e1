import { arrayHeadBytes, BinaryWriter, readNumeric } from "../binary/writer.ts";
import { type SmartLogRow, smartLogFields } from "./smart-log-columns.ts";

/** A log as COPY reads it in binary: the columns of `smartLogNames`, in a piece of these bytes. */
export interface SmartLogBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

const counterDigitsMost = 39;
const sensorsMost = 8;
/** Of a value with its length. */
const bytesMost = {
  smallint: 4 + 2,
  int: 4 + 4,
  bigint: 4 + 8,
  numeric: 4 + 8 + 2 * Math.ceil(counterDigitsMost / 4),
  "int[]": 4 + arrayHeadBytes + 8 * sensorsMost,
};
/** No log is longer. */
export const smartLogBytesMost = smartLogFields.reduce((sum, { type }) => sum + bytesMost[type], 0);

/** A log whose counters are numbers where JavaScript holds them exactly. */
type SmartLogValues = {
  readonly [K in keyof SmartLogRow]: SmartLogRow[K] extends string ? string | number : SmartLogRow[K];
};

export function smartLogBytes(log: SmartLogRow): SmartLogBytes {
  const writer = new BinaryWriter(smartLogBytesMost);
  writeSmartLog(writer, log);
  return { bytes: writer.bytes, from: 0, end: writer.at };
}

/** Who writes makes room before. */
export function writeSmartLog(writer: BinaryWriter, log: SmartLogValues): void {
  for (const { key, type } of smartLogFields) {
    const value = log[key];
    if (value === undefined) writer.absent();
    else if (type === "int[]") writer.int4s(value as readonly number[]);
    else if (type === "numeric") writeCounter(writer, value as string | number);
    else if (type === "smallint") writer.int2(value as number);
    else if (type === "int") writer.int4(value as number);
    else writer.int8(value as number);
  }
}

function writeCounter(writer: BinaryWriter, value: string | number): void {
  if (typeof value === "string") writer.numericText(value);
  else writer.numericWhole(value);
}

/** The log of such bytes. */
export function smartLogOfBytes({ bytes, from }: SmartLogBytes): SmartLogRow {
  let at = from;
  const read: [string, unknown][] = [];
  for (const { key, type } of smartLogFields) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) continue;
    read.push([key, readers[type](bytes, at)]);
    at += length;
  }
  return Object.fromEntries(read) as unknown as SmartLogRow;
}

const readers = {
  smallint: (bytes: Buffer, at: number) => bytes.readInt16BE(at),
  int: (bytes: Buffer, at: number) => bytes.readInt32BE(at),
  bigint: (bytes: Buffer, at: number) => Number(bytes.readBigInt64BE(at)),
  numeric: readNumeric,
  "int[]": (bytes: Buffer, at: number) => {
    const count = bytes.readInt32BE(at) === 0 ? 0 : bytes.readInt32BE(at + 12);
    // Each behind its length.
    return Array.from({ length: count }, (_, place) => bytes.readInt32BE(at + 24 + 8 * place));
  },
};
