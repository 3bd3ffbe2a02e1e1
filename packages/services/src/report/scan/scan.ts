import type { ScannedText } from "./literal.ts";
import type { Form, Step } from "./steps.ts";

const [zero, nine, quote, backslash, space, tilde, comma, dash, bracket] = [...'09"\\ ~,-]'].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number];
/** More are not exact. */
const integerDigitsMost = 16;
const counterDigitsMost = 39;

/**
 * Reads a text of one form byte by byte, and makes nothing of it but where its values are: for what is read a thousand times a
 * millisecond. What is written in any other way, though it says the same, is not read.
 */
export class Scan {
  readonly #steps: readonly Step[];
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #numbers: Float64Array;

  constructor({ steps, slots }: Form) {
    this.#steps = steps;
    this.#starts = new Int32Array(slots.size);
    this.#ends = new Int32Array(slots.size);
    this.#numbers = new Float64Array(slots.size);
  }

  /** Where the value ends that begins there, or -1 where it is not of the form. */
  read(text: ScannedText, from: number): number {
    const steps = this.#steps;
    const { bytes } = text;
    let at = from;
    for (let place = 0; place < steps.length; place += 1) {
      const step = steps[place] as Step;
      if (step.kind === "literal") at = step.literal.behind(text, at);
      else if (step.kind === "optional") {
        const behind = step.literal.behind(text, at);
        this.#starts[step.slot] = -1;
        if (behind >= 0) at = behind;
        // Its value is the next step.
        else place += 1;
      } else at = this.#value(bytes, at, step);
      if (at < 0) return -1;
    }
    return at;
  }

  /** Where a value of the text that was read last begins; -1 where it is absent. */
  start(slot: number): number {
    return this.#starts[slot] as number;
  }

  end(slot: number): number {
    return this.#ends[slot] as number;
  }

  /** An integer of the text that was read last. */
  number(slot: number): number {
    return this.#numbers[slot] as number;
  }

  #value(bytes: Uint8Array, at: number, step: Step): number {
    const end = this.#behind(bytes, at, step);
    this.#starts[step.slot] = at;
    this.#ends[step.slot] = end;
    return end;
  }

  #behind(bytes: Uint8Array, at: number, step: Step): number {
    switch (step.kind) {
      case "integer":
        return this.#behindInteger(bytes, at, step);
      case "decimal":
        return behindDigits(bytes, at, counterDigitsMost);
      case "integers":
        return behindIntegers(bytes, at, step);
      case "uuid":
        return behindUuid(bytes, at);
      default:
        return behindText(bytes, at, step);
    }
  }

  #behindInteger(bytes: Uint8Array, at: number, { slot, least, most }: Step): number {
    const end = behindDigits(bytes, at, integerDigitsMost);
    if (end < 0) return -1;
    const number = numberOf(bytes, at, end);
    this.#numbers[slot] = number;
    return number >= least && number <= most ? end : -1;
  }
}

/** As JSON writes a whole number, none below zero: without a zero before others. */
function behindDigits(bytes: Uint8Array, at: number, most: number): number {
  let end = at;
  while (end < bytes.length && isDigit(bytes[end] as number)) end += 1;
  const digits = end - at;
  return digits === 0 || digits > most || (digits > 1 && bytes[at] === zero) ? -1 : end;
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;

function numberOf(bytes: Uint8Array, at: number, end: number): number {
  let number = 0;
  for (let index = at; index < end; index += 1) number = number * 10 + ((bytes[index] as number) - zero);
  return number;
}

/** Those of a list, up to the bracket behind them. */
function behindIntegers(bytes: Uint8Array, from: number, { least, most, count }: Step): number {
  if (bytes[from] === bracket) return from;
  let at = from;
  for (let read = 1; read <= count; read += 1) {
    const end = behindDigits(bytes, at, integerDigitsMost);
    if (end < 0) return -1;
    const number = numberOf(bytes, at, end);
    if (number < least || number > most) return -1;
    if (bytes[end] !== comma) return end;
    at = end + 1;
  }
  return -1;
}

/** Text without a sign that JSON would write in another way, of ASCII alone, and with no space around it. */
function behindText(bytes: Uint8Array, at: number, { least, most }: Step): number {
  let end = at;
  while (end < bytes.length && isPlain(bytes[end] as number)) end += 1;
  const length = end - at;
  if (length < Math.max(1, least) || length > most) return -1;
  return bytes[at] === space || bytes[end - 1] === space ? -1 : end;
}

const isPlain = (byte: number): boolean => byte >= space && byte <= tilde && byte !== quote && byte !== backslash;

const uuidLength = 36;
const isHex = Uint8Array.from({ length: 256 }, (_, byte) => (/[0-9a-f]/i.test(String.fromCharCode(byte)) ? 1 : 0));
const dashes = [8, 13, 18, 23];
const isDashAt = Uint8Array.from({ length: uuidLength }, (_, place) => (dashes.includes(place) ? 1 : 0));
const [versionAt, variantAt] = [14, 19];

/** Of a version from 1 to 8 and the variant of them all. */
function behindUuid(bytes: Uint8Array, at: number): number {
  if (at + uuidLength > bytes.length) return -1;
  for (let place = 0; place < uuidLength; place += 1) {
    const byte = bytes[at + place] as number;
    if (isDashAt[place] === 1 ? byte !== dash : isHex[byte] !== 1) return -1;
  }
  const version = (bytes[at + versionAt] as number) - zero;
  return version >= 1 && version <= 8 && isVariant[bytes[at + variantAt] as number] === 1 ? at + uuidLength : -1;
}

const isVariant = Uint8Array.from({ length: 256 }, (_, byte) => (/[89ab]/i.test(String.fromCharCode(byte)) ? 1 : 0));
