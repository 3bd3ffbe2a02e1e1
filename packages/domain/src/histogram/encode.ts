import { zlibSync } from "fflate";
import type { LatencyHistogram } from "./histogram.ts";
import { lastExactSlot, slotOf } from "./layout.ts";

const HEADER_BYTES = 40;
const V2_COOKIE = 0x1c849303;
const V2_COMPRESSED_COOKIE = 0x1c849304;
/** V2 has no word size, and writes 1 in its place. */
const WORD_SIZE = 0x10;
/** A slot of 2^52 counts or more is refused when it is read. */
const LEB128_BYTES = 8;

/** Encodes a histogram as the agent sends it and decodeHistogram reads it: HdrHistogram V2, deflated, base64. */
export function encodeHistogram(histogram: LatencyHistogram): string {
  const payload = payloadOf(histogram);
  const compressed = zlibSync(payload);
  const encoded = new Uint8Array(8 + compressed.byteLength);
  const view = new DataView(encoded.buffer);
  view.setUint32(0, V2_COMPRESSED_COOKIE | WORD_SIZE);
  view.setUint32(4, compressed.byteLength);
  encoded.set(compressed, 8);
  return base64Of(encoded);
}

function payloadOf({ layout, buckets }: LatencyHistogram): Uint8Array {
  const bytes: number[] = [];
  let next = 0;
  for (const { lowestNs, count } of buckets) {
    const slot = slotOf(layout, lowestNs);
    if (slot > next) writeZigZag(bytes, next - slot);
    writeZigZag(bytes, count);
    next = slot + 1;
  }
  const payload = new Uint8Array(HEADER_BYTES + bytes.length);
  const view = new DataView(payload.buffer);
  view.setUint32(0, V2_COOKIE | WORD_SIZE);
  view.setUint32(4, bytes.length);
  view.setUint32(12, layout.significantDigits);
  view.setBigUint64(16, BigInt(layout.lowestDiscernibleNs));
  view.setBigUint64(24, BigInt(highestOf(buckets.at(-1)?.highestNs ?? 0, layout.lowestDiscernibleNs)));
  view.setFloat64(32, 1);
  payload.set(bytes, HEADER_BYTES);
  if (next > lastExactSlot(layout) + 1) throw new RangeError("The histogram has counts past 2^53 ns.");
  return payload;
}

/** Readers size their counts by it: at least twice the smallest value, as the format asks. */
function highestOf(highestNs: number, lowestNs: number): number {
  return Math.max(highestNs, 2 * lowestNs);
}

/** The sign in the lowest bit, then groups of seven bits, the lowest first; doubles hold all that occurs exactly. */
function writeZigZag(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (let index = 1; rest >= 0x80; index += 1) {
    if (index > LEB128_BYTES) throw new RangeError(`A count of ${value} cannot be encoded.`);
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** Characters that are made of bytes at once: an argument list has a limit. */
const CHUNK_BYTES = 8192;

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return btoa(text);
}
