/**
 * Fields of a plan that say what is wrong with them in the words of the agent's reader of plans
 * (agent/crates/bench/src/plan/field.rs). packages/catalog/golden/plan-mistakes.json holds both to the same words.
 */
import { z } from "zod";
import { protocolLimits } from "../limits.ts";

type Said = z.core.$ZodErrorMap;

/** Most characters of a faulty text that an error repeats. */
const quotedCharactersMax = 80;

/** A text as an error repeats it: in quotation marks, and cut where it gets long. */
export function quoted(text: string): string {
  const characters = [...text];
  if (characters.length <= quotedCharactersMax) return `"${text}"`;
  return `"${characters.slice(0, quotedCharactersMax).join("")}…"`;
}

export function expected(what: string): Said {
  return ({ input }) => (input === undefined ? "is missing" : `expected ${what}, found ${found(input)}`);
}

/** A value as an error shows it: a nested one by its kind. */
function found(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? quoted(value) : String(value);
}

export function whole(least: number, most: number) {
  const error = expected(`a whole number from ${least} to ${most}`);
  return z.int({ error }).min(least, { error }).max(most, { error });
}

export function decimal(least: number, most: number) {
  const error = expected(`a number from ${least} to ${most}`);
  return z.number({ error }).min(least, { error }).max(most, { error });
}

/** A size of at least a byte. */
export function bytesUpTo(most: number) {
  const error: Said = (issue) =>
    typeof issue.input === "number" && Number.isInteger(issue.input)
      ? `${issue.input} bytes are out of range: it may be 1 to ${most}`
      : expected("a whole number of bytes")(issue);
  return z.int({ error }).min(1, { error }).max(most, { error });
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  const last = words.length - 1;
  const list = last === 0 ? words[0] : `${words.slice(0, last).join(", ")} or ${words[last]}`;
  return z.enum(words, { error: (issue) => (typeof issue.input === "string" ? `expected ${list}` : notText(issue)) });
}

export const notText = expected("a text");

/** A text of a certain form; `mistakeIn` says what is wrong with one, in this form or not. */
export function notation(form: RegExp, mistakeIn: (text: string) => string | undefined, lengthMax?: number) {
  const mistake = (given: string) => mistakeIn(given) ?? `${quoted(given)} is not written as results write it`;
  const whole = z.string({ error: notText });
  return (lengthMax === undefined ? whole : whole.max(lengthMax, { abort: true }))
    .regex(form, { abort: true, error: ({ input }) => mistake(String(input)) })
    .check(({ value, issues }) => {
      const message = mistakeIn(value);
      if (message !== undefined) issues.push({ code: "custom", input: value, message });
    });
}

const list = expected("a list");

/** A list of `least` to `most` items. */
export function listOf<Item extends z.ZodType>(item: Item, most: number, least = 1) {
  const error: Said = ({ input }) => `a list of ${least} to ${most} is expected, not of ${(input as unknown[]).length}`;
  return z.array(item, { error: list }).min(least, { error }).max(most, { error });
}

/** Whether a value is there twice: where the second stands. */
export function repeated(values: readonly unknown[]): number | undefined {
  const twice = values.findIndex((each, index) => values.indexOf(each) < index);
  return twice < 0 ? undefined : twice;
}

const axisValues = new WeakMap<object, z.ZodType>();

/** The value of an axis: what a JSON Schema of plans cannot read from the function that checks it. */
export function valueOfAxis({ _zod: { def } }: z.core.$ZodType): z.ZodType | undefined {
  return axisValues.get(def);
}

/** A value, or a list of values that differ. */
export function axis<Value extends z.ZodType<string | number>>(value: Value) {
  const values = differing(listOf(value, protocolLimits.valuesPerAxis));
  // One of the two reads it, so that a mistake keeps its own place: a union would report both at once.
  const either = z.unknown().transform((input, { issues }) => {
    const schema: z.ZodType = Array.isArray(input) ? values : value;
    const read = schema.safeParse(input);
    if (read.success) return read.data as z.output<Value> | z.output<Value>[];
    issues.push(...read.error.issues.map((issue) => ({ ...issue, code: "custom" as const, input })));
    return z.NEVER;
  });
  axisValues.set(either._zod.def, value);
  return either;
}

/** A list of values of which none is there twice. */
export function differing<List extends z.ZodType<readonly unknown[]>>(values: List): List {
  return values.check(({ value: list, issues }) => {
    const twice = repeated(list);
    if (twice === undefined) return;
    issues.push({ code: "custom", input: list, path: [twice], message: "the value is there twice" });
  });
}

/** A list of whole numbers in ascending order. */
export function ascending(item: z.ZodType<number>, most: number) {
  return differing(listOf(item, most)).check(({ value: numbers, issues }) => {
    const message = "list them in ascending order";
    const ordered = numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? number));
    if (!ordered) issues.push({ code: "custom", input: numbers, message });
  });
}

/** A mistake that only several fields together make. */
export interface Contradiction {
  /** Where in the mapping; empty: the mapping itself. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A check of what the fields of a mapping say against one another. */
export function contradicts<Value>(find: (value: Value) => readonly Contradiction[]) {
  return ({ value, issues }: z.core.ParsePayload<Value>) => {
    for (const { path, message } of find(value))
      issues.push({ code: "custom", input: value, path: [...path], message });
  };
}

/** A mapping with these fields and no others. */
export function fieldsOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return mapping(issue);
      const [unknown = ""] = issue.keys;
      return `there is no field ${quoted(unknown)}; there are ${Object.keys(shape).join(", ")}`;
    },
  });
}

export const mapping = expected("a mapping");
