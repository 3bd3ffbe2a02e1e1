import { unzlibSync } from "fflate";
import { type HistogramBucket, histogramOf, type LatencyHistogram } from "./histogram.ts";
import { type HistogramLayout, lastExactSlot, slotRanges } from "./layout.ts";

/**
 * Decoding is done here rather than by hdr-histogram-js: that library carries WebAssembly and an `eval` into the
 * browser (95 kB minified, against 7 kB for this), and a counts array of 240 kB for each second of a run. It stays the
 * oracle of the tests.
 */

/** Longest accepted text in characters, the limit of the wire protocol. */
const ENCODED_LENGTH_LIMIT = 262_144;
/** Longest accepted inflated payload: three significant digits need at most 56 thousand slots of 9 bytes. */
const INFLATED_BYTES_LIMIT = 512 * 1024;
const COMPRESSED_HEADER_BYTES = 8;
const HEADER_BYTES = 40;
const V2_COOKIE = 0x1c849303;
const V2_COMPRESSED_COOKIE = 0x1c849304;
/** The cookie's bits 7:4 hold a word size, which V2 does not use. */
const WORD_SIZE_MASK = ~0xf0;

/** The text is not a histogram, or not one that can be read exactly. */
export class HistogramDecodeError extends Error {
  override readonly name = "HistogramDecodeError";
}

/**
 * Decodes a histogram as the agent sends it: HdrHistogram V2, deflated, base64.
 *
 * @param onInflated told how many bytes it has inflated, before they are read; what it throws is thrown.
 * @throws HistogramDecodeError when the text is damaged, too long, or of another format; nothing is guessed.
 */
export function decodeHistogram(base64: string, onInflated?: (bytes: number) => void): LatencyHistogram {
  const payload = inflate(bytesOfBase64(base64));
  onInflated?.(payload.byteLength);
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  if (payload.byteLength < HEADER_BYTES || cookieOf(view) !== V2_COOKIE) {
    throw new HistogramDecodeError("This is not an HdrHistogram V2 payload.");
  }
  const countsEnd = HEADER_BYTES + view.getUint32(4);
  if (countsEnd !== payload.byteLength) {
    throw new HistogramDecodeError(`The histogram states ${countsEnd} bytes and has ${payload.byteLength}.`);
  }
  const layout = layoutOf(view);
  return histogramOf(layout, readBuckets(payload, layout));
}

function layoutOf(view: DataView): HistogramLayout {
  const significantDigits = view.getUint32(12);
  const lowestDiscernibleNs = Number(view.getBigUint64(16));
  if (significantDigits > 5 || lowestDiscernibleNs < 1 || !Number.isSafeInteger(lowestDiscernibleNs)) {
    throw new HistogramDecodeError(
      `A histogram of ${significantDigits} significant digits from ${lowestDiscernibleNs} ns is not possible.`,
    );
  }
  return { significantDigits, lowestDiscernibleNs };
}

/** Counts are ZigZag LEB128: a positive number is the count of the next slot, a negative one skips empty slots. */
function readBuckets(payload: Uint8Array, layout: HistogramLayout): HistogramBucket[] {
  const rangeOf = slotRanges(layout);
  const lastSlot = lastExactSlot(layout);
  const buckets: HistogramBucket[] = [];
  let slot = 0;
  for (let offset = HEADER_BYTES; offset < payload.byteLength; ) {
    if (slot > lastSlot) throw new HistogramDecodeError(`The histogram has counts past its last slot, ${lastSlot}.`);
    const { value, next } = readZigZag(payload, offset);
    if (value > 0) buckets.push({ ...rangeOf(slot), count: value });
    slot += value < 0 ? -value : 1;
    offset = next;
  }
  const highest = buckets.at(-1)?.highestNs ?? 0;
  if (!Number.isSafeInteger(highest)) {
    throw new HistogramDecodeError(`The histogram reaches past 2^53 ns (104 days): ${highest} ns is not a latency.`);
  }
  return buckets;
}

/** Groups of 7 bits that a double holds exactly, of the format's nine: counts below 2^52 are past any measurement. */
const LEB128_BYTES_LIMIT = 8;

/** ZigZag puts the sign into the lowest bit: even is positive, odd negative. */
function readZigZag(payload: Uint8Array, start: number): { value: number; next: number } {
  let raw = 0;
  for (let index = 0; index < LEB128_BYTES_LIMIT; index += 1) {
    const byte = payload[start + index];
    if (byte === undefined) throw new HistogramDecodeError("The histogram ends in the middle of a count.");
    raw += (byte & 0x7f) * 2 ** (7 * index);
    if (!Number.isSafeInteger(raw)) break;
    if (byte >= 0x80) continue;
    return { value: raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2, next: start + index + 1 };
  }
  throw new HistogramDecodeError("The histogram holds a count of 2^52 or more, which cannot be held exactly.");
}

function inflate(encoded: Uint8Array): Uint8Array {
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (encoded.byteLength < COMPRESSED_HEADER_BYTES || cookieOf(view) !== V2_COMPRESSED_COOKIE) {
    throw new HistogramDecodeError("This is not a deflated HdrHistogram V2: its first bytes are of another format.");
  }
  const compressed = encoded.subarray(COMPRESSED_HEADER_BYTES, COMPRESSED_HEADER_BYTES + view.getUint32(4));
  if (compressed.byteLength !== view.getUint32(4) || compressed.byteLength < 4) {
    throw new HistogramDecodeError(`The histogram is cut off after ${encoded.byteLength} bytes.`);
  }
  const inflated = inflateBounded(compressed);
  const stated = new DataView(compressed.buffer, compressed.byteOffset + compressed.byteLength - 4, 4).getUint32(0);
  if (adler32(inflated) !== stated) throw new HistogramDecodeError("The histogram is damaged: its checksum is wrong.");
  return inflated;
}

/**
 * Room for one inflated payload, used again by every call: its bytes are read before decodeHistogram returns. A fixed
 * room bounds the memory that a hostile text can claim; what does not fit is cut off and fails the checksum.
 */
const room = new Uint8Array(INFLATED_BYTES_LIMIT);

function inflateBounded(compressed: Uint8Array): Uint8Array {
  try {
    return unzlibSync(compressed, { out: room });
  } catch (cause) {
    throw new HistogramDecodeError("The histogram is damaged: it does not inflate.", { cause });
  }
}

/** Bytes after which the sums are still below 2^32, as in zlib's own adler32.c. */
const ADLER_BLOCK_BYTES = 5552;

/** Checksum of a zlib stream, RFC 1950 section 9; fflate does not check it. */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let start = 0; start < bytes.length; start += ADLER_BLOCK_BYTES) {
    for (const byte of bytes.subarray(start, start + ADLER_BLOCK_BYTES)) {
      low += byte;
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return high * 65536 + low;
}

function cookieOf(view: DataView): number {
  return view.getUint32(0) & WORD_SIZE_MASK;
}

function bytesOfBase64(base64: string): Uint8Array {
  if (base64.length > ENCODED_LENGTH_LIMIT) {
    throw new HistogramDecodeError(
      `A histogram of ${base64.length} characters is over the limit of ${ENCODED_LENGTH_LIMIT}.`,
    );
  }
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new HistogramDecodeError("The histogram is not base64.", { cause });
  }
}
