import { importLimits } from "../limits.ts";
import { ImportProblem, quoted } from "../problem.ts";

/** What a document holds. fio writes NaN and infinities bare, and some names twice: both are kept, to be judged where they are read. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object whose order and repeated names are known. A Map, so that no name can reach a prototype. */
export class JsonObject {
  readonly fields = new Map<string, Json>();
  #contradicted: Set<string> | undefined;

  add(name: string, value: Json): void {
    const before = this.fields.get(name);
    if (before !== undefined && (before !== value || typeof value === "object")) this.contradict(name);
    this.fields.set(name, value);
  }

  /** Whether a name stands there twice with different values: whoever reads it cannot know which is meant. */
  isContradicted(name: string): boolean {
    return this.#contradicted?.has(name) ?? false;
  }

  /** Nearly no object needs the room. */
  private contradict(name: string): void {
    this.#contradicted ??= new Set();
    this.#contradicted.add(name);
  }
}

/** Values that were read of a file, which may hold several documents. */
export interface ValueCount {
  values: number;
}

/**
 * Parses the document that begins at an offset; JSON.parse would take the last of two values of one name, refuse fio's NaN,
 * and has no bounds.
 *
 * @returns the value and the offset after it.
 * @throws ImportProblem with the line where it is no JSON, or beyond a limit.
 */
export function parseJson(
  text: string,
  start: number,
  count: ValueCount,
): { readonly value: Json; readonly end: number } {
  const reader = new Reader(text, start, count);
  const value = reader.value(0);
  return { value, end: reader.offset };
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /[-+]?(?:\d[\d.eE+-]*|nan|inf(?:inity)?)/iy;
const WORD = /true|false|null/y;
const PLAIN = /[^"\\\p{Cc}]*/uy;
const words: Record<string, Json> = { true: true, false: false, null: null };
const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", "/": "/" };

class Reader {
  readonly text: string;
  offset: number;
  readonly count: ValueCount;

  constructor(text: string, start: number, count: ValueCount) {
    this.text = text;
    this.offset = start;
    this.count = count;
  }

  value(depth: number): Json {
    if (depth > importLimits.jsonDepth) this.fail(`is nested deeper than ${importLimits.jsonDepth} levels`);
    this.count.values += 1;
    if (this.count.values > importLimits.jsonValues) this.fail(`holds more than ${importLimits.jsonValues} values`);
    this.take(SPACE);
    const next = this.text[this.offset];
    if (next === "{") return this.object(depth);
    if (next === "[") return this.list(depth);
    if (next === '"') return this.string();
    const word = this.take(WORD);
    return word === undefined ? this.number() : (words[word] ?? null);
  }

  object(depth: number): JsonObject {
    const object = new JsonObject();
    this.offset += 1;
    if (this.closes("}")) return object;
    do {
      this.take(SPACE);
      if (this.text[this.offset] !== '"') this.fail("has no name in quotation marks where one must stand");
      const name = this.string();
      if (!this.closes(":")) this.fail(`has no colon after the name ${quoted(name)}`);
      object.add(name, this.value(depth + 1));
    } while (this.closes(","));
    if (!this.closes("}")) this.fail("has neither a comma nor a closing brace after a value");
    return object;
  }

  list(depth: number): Json[] {
    const items: Json[] = [];
    this.offset += 1;
    if (this.closes("]")) return items;
    do {
      items.push(this.value(depth + 1));
    } while (this.closes(","));
    if (!this.closes("]")) this.fail("has neither a comma nor a closing bracket after a value");
    return items;
  }

  string(): string {
    const from = this.offset;
    this.offset += 1;
    let text = "";
    for (;;) {
      text += this.take(PLAIN) ?? "";
      if (text.length > importLimits.textCharacters) {
        this.fail(`has a text of more than ${importLimits.textCharacters} characters`, from);
      }
      const next = this.text[this.offset];
      this.offset += 1;
      if (next === '"') return text;
      if (next !== "\\") this.fail("has a text that does not end on its line", from);
      text += this.escape();
    }
  }

  escape(): string {
    const letter = this.text[this.offset] ?? "";
    this.offset += 1;
    if (letter !== "u") return escapes[letter] ?? this.fail(`has the unknown escape \\${letter}`);
    const digits = this.text.slice(this.offset, this.offset + 4);
    if (!/^[0-9a-f]{4}$/i.test(digits)) this.fail("has a \\u without four hexadecimal digits");
    this.offset += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  number(): number {
    const from = this.offset;
    const token = this.take(NUMBER);
    if (token === undefined || token.length > importLimits.numberCharacters) {
      if (from >= this.text.length) this.fail("ends in the middle: it was cut off", from);
      this.fail(`has ${quoted(this.text.slice(from, from + 20))} where a value must stand`, from);
    }
    if (/nan/i.test(token)) return Number.NaN;
    if (/inf/i.test(token)) return token.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    if (!/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(token)) this.fail(`has ${quoted(token)}, which is no number`, from);
    return Number(token);
  }

  closes(mark: string): boolean {
    this.take(SPACE);
    if (this.text[this.offset] !== mark) return false;
    this.offset += 1;
    return true;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0];
    this.offset += found?.length ?? 0;
    return found;
  }

  fail(message: string, at = this.offset): never {
    throw new ImportProblem(`line ${lineOf(this.text, at)}`, `The JSON ${message}.`);
  }
}

/** The line of an offset, from 1. */
function lineOf(text: string, offset: number): number {
  return 1 + newlinesBetween(text, 0, offset);
}

/** Newlines from an offset up to, not including, another. */
export function newlinesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
