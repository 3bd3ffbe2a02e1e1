/** PostgreSQL keeps decimal numbers in groups of four digits. */
const digitsInBase = 4;
const base = 10 ** digitsInBase;
const zero = "0".charCodeAt(0);
const lowBits = 2 ** 32;
/** 2000-01-01, from which PostgreSQL counts microseconds. */
const epochMs = 946_684_800_000;
export const uuidBytes = 16;

/**
 * Writes values as PostgreSQL sends and takes them in binary, each with its length before it. Of text it reads an id in ten times the time,
 * a number in two to four. Who writes makes room before, for as much as it will be.
 */
export class BinaryWriter {
  #bytes: Buffer;
  #view: DataView;
  #at = 0;

  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafe(bytes);
    this.#view = viewOf(this.#bytes);
  }

  /** Where the next value begins. */
  get at(): number {
    return this.#at;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  /** What was written is written over from now on. */
  clear(): void {
    this.#at = 0;
  }

  makeRoom(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }

  /** Bytes as they are, without a length. */
  raw(source: Buffer, from: number, end: number): void {
    if (this.#at + end - from > this.#bytes.length) throw new RangeError("There is no room for so many bytes.");
    source.copy(this.#bytes, this.#at, from, end);
    this.#at += end - from;
  }

  /** Without a length. */
  rawInt2(value: number): void {
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  /** Without a length. */
  rawInt4(value: number): void {
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  absent(): void {
    this.rawInt4(-1);
  }

  int2(value: number): void {
    if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is no number of 16 bits.`);
    this.rawInt4(2);
    this.rawInt2(value);
  }

  int4(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`${value} is no number of 32 bits.`);
    this.rawInt4(4);
    this.rawInt4(value);
  }

  /** A transaction's number, which has no sign. */
  xid(value: number): void {
    if (value >>> 0 !== value) throw new RangeError(`${value} is no number of a transaction.`);
    this.rawInt4(4);
    this.#view.setUint32(this.#at, value);
    this.#at += 4;
  }

  /** A whole number that JavaScript holds exactly. */
  int8(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number that is exact.`);
    this.rawInt4(8);
    this.#view.setInt32(this.#at, Math.floor(value / lowBits));
    this.#view.setUint32(this.#at + 4, value % lowBits);
    this.#at += 8;
  }

  timestamp(ms: number): void {
    this.rawInt4(8);
    this.#view.setBigInt64(this.#at, BigInt(ms - epochMs) * 1000n);
    this.#at += 8;
  }

  /** As PostgreSQL writes ids: with dashes. */
  uuid(text: string): void {
    if (text.length !== uuidText) throw new Error(`${text} is no id.`);
    this.rawInt4(uuidBytes);
    const bytes = this.#bytes;
    const start = this.#at;
    let wrong = 0;
    for (let place = 0; place < uuidBytes; place += 1) {
      const at = hexPlaces[place] as number;
      const high = nibbles[text.charCodeAt(at)] ?? -1;
      const low = nibbles[text.charCodeAt(at + 1)] ?? -1;
      wrong |= high | low;
      bytes[start + place] = (high << 4) | low;
    }
    if (wrong < 0) throw new Error(`${text} is no id.`);
    this.#at = start + uuidBytes;
  }

  /** A whole number, none below zero, that JavaScript holds exactly. */
  numericWhole(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no counter that is exact.`);
    if (value < base) {
      this.#numericHead(value === 0 ? 0 : 1);
      if (value > 0) this.rawInt2(value);
      return;
    }
    let groups = 0;
    for (let rest = value; rest > 0; rest = Math.floor(rest / base)) wholeGroups[groups++] = rest % base;
    this.#numericHead(groups);
    while (groups > 0) this.rawInt2(wholeGroups[--groups] as number);
  }

  /** A whole number, none below zero, of the digits of a text. */
  numericText(text: string): void {
    const { length } = text;
    if (length > scratch.length) throw new Error(`${text} is longer than any counter.`);
    for (let place = 0; place < length; place += 1) scratch[place] = text.charCodeAt(place);
    this.numeric(scratch, 0, length);
  }

  /** A whole number, none below zero, of decimal digits. */
  numeric(digits: Uint8Array, from: number, end: number): void {
    const isZero = end - from === 1 && digits[from] === zero;
    const groups = isZero ? 0 : Math.ceil((end - from) / digitsInBase);
    this.#numericHead(groups);
    let at = from;
    for (let group = groups; group > 0; group -= 1) {
      const behind = end - (group - 1) * digitsInBase;
      let value = 0;
      for (; at < behind; at += 1) {
        const digit = (digits[at] as number) - zero;
        if (digit >>> 0 > 9) throw new RangeError("A counter is made of digits alone.");
        value = value * 10 + digit;
      }
      this.rawInt2(value);
    }
  }

  #numericHead(groups: number): void {
    this.rawInt4(8 + 2 * groups);
    this.rawInt2(groups);
    // Of the first group, the sign, and the digits behind a point.
    this.rawInt2(groups === 0 ? 0 : groups - 1);
    this.rawInt4(0);
  }

  /** The first `count` of them, as an `int4[]`. */
  int4s(values: ArrayLike<number>, count = values.length): void {
    if (count === 0) {
      this.rawInt4(12);
      this.#arrayHead(0, elementTypes.int4);
      return;
    }
    this.rawInt4(arrayHeadBytes + count * 8);
    this.#arrayHead(1, elementTypes.int4);
    this.rawInt4(count);
    this.rawInt4(1);
    for (let place = 0; place < count; place += 1) this.int4(values[place] as number);
  }

  #arrayHead(dimensions: number, elementType: number): void {
    this.rawInt4(dimensions);
    this.rawInt4(0);
    this.rawInt4(elementType);
  }
}

/** PostgreSQL's numbers of types, the same in every database. */
export const elementTypes = { int8: 20, int4: 23, xid: 28, numeric: 1700, uuid: 2950 } as const;
/** Of an array with elements: dimensions, no flags, the type, how many, and the number of the first. */
export const arrayHeadBytes = 20;
/** As many digits as any value has, with room: data units of 39 digits are bytes of 45. */
const scratch = new Uint8Array(64);
/** Of a number that JavaScript holds exactly, the last first. */
const wholeGroups = new Uint16Array(4);
export const numericBytesMost = 4 + 8 + (2 * scratch.length) / digitsInBase;

const uuidText = 36;
/** Where in an id the two digits of each byte are. */
const hexPlaces = Uint8Array.from([0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]);
/** What digits stand for, by their codes; -1 of all else. */
const nibbles = Int8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The digits of a whole number that begins there, behind its length. */
export function readNumeric(bytes: Buffer, from: number): string {
  const groups = bytes.readInt16BE(from);
  let text = "";
  for (let group = 0; group < groups; group += 1) {
    const value = String(bytes.readInt16BE(from + 8 + 2 * group));
    text += group === 0 ? value : value.padStart(digitsInBase, "0");
  }
  return text === "" ? "0" : text;
}
