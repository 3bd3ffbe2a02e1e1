import { ImportProblem, quoted } from "../problem.ts";
import { type Json, JsonObject } from "./parse.ts";

/** Bounds of a number: both are taken. */
interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

/** A value in a document together with its place: what it is not is said with that place. */
export class Field {
  readonly path: string;
  readonly #value: Json | undefined;

  constructor(value: Json | undefined, path: string) {
    this.#value = value;
    this.path = path;
  }

  get isAbsent(): boolean {
    return this.#value === undefined;
  }

  get isObject(): boolean {
    return this.#value instanceof JsonObject;
  }

  /** A field of this object; absent where this is absent or has none of the name. */
  at(name: string): Field {
    const path = this.path === "" ? name : `${this.path}.${name}`;
    if (this.isAbsent) return new Field(undefined, path);
    const object = this.object();
    if (object.isContradicted(name))
      throw new ImportProblem(path, `${quoted(name)} stands here twice with different values.`);
    return new Field(object.fields.get(name), path);
  }

  /** The first of some names that is there: versions of a tool call one thing differently. */
  either(...names: readonly string[]): Field {
    const found = names.map((name) => this.at(name)).find((field) => !field.isAbsent);
    return found ?? this.at(names[0] ?? "");
  }

  /** The fields of this object in their order; none where it is absent. */
  fields(): (readonly [string, Field])[] {
    if (this.isAbsent) return [];
    return [...this.object().fields.keys()].map((name) => [name, this.at(name)] as const);
  }

  /** The items of this list; none where it is absent. */
  items(): Field[] {
    if (this.isAbsent) return [];
    if (!Array.isArray(this.#value)) this.fail("must be a list");
    return this.#value.map((item: Json, index: number) => new Field(item, `${this.path}[${index}]`));
  }

  text(): string {
    if (typeof this.#value !== "string") this.fail("must be a text");
    // As it can be stored and shown: PostgreSQL holds no NUL and no half of a surrogate pair.
    return this.#value.toWellFormed().replaceAll("\0", "\uFFFD");
  }

  /** A text, or `undefined` where there is none. */
  optionalText(): string | undefined {
    return this.isAbsent ? undefined : this.text();
  }

  number({ min = 0, max = Number.MAX_SAFE_INTEGER }: NumberRange = {}): number {
    const value = this.#value;
    if (typeof value !== "number") this.fail("must be a number");
    if (!Number.isFinite(value)) this.fail(`is ${value}, which is no number that was measured`);
    if (min === 0 && value < 0) this.fail(`is ${value}, and cannot be negative`);
    if (value < min || value > max) this.fail(`is ${value}, outside ${min} to ${max}`);
    return value;
  }

  /** A count: a whole number from 0 that is held exactly. */
  count(): number {
    const value = this.number();
    if (!Number.isSafeInteger(value)) this.fail(`is ${value}, and must be a whole number below 2^53`);
    return value;
  }

  optionalCount(): number | undefined {
    return this.isAbsent ? undefined : this.count();
  }

  /** The value as plain data, for what another reader judges; a name that stands there twice is refused. */
  plain(): unknown {
    if (this.isObject) return Object.fromEntries(this.fields().map(([name, field]) => [name, field.plain()]));
    return Array.isArray(this.#value) ? this.items().map((item) => item.plain()) : this.#value;
  }

  fail(what: string): never {
    const name = this.path === "" ? "The document" : this.path.slice(this.path.lastIndexOf(".") + 1);
    throw new ImportProblem(this.path, this.isAbsent ? `${name} is missing.` : `${name} ${what}.`);
  }

  private object(): JsonObject {
    if (!(this.#value instanceof JsonObject)) this.fail("must be an object");
    return this.#value;
  }
}
