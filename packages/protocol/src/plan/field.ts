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

function expected(what: string): Said {
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
  const list = `${words.slice(0, last).join(", ")} or ${words[last]}`;
  return z.enum(words, { error: (issue) => (typeof issue.input === "string" ? `expected ${list}` : text(issue)) });
}

const text = expected("a text");

/** A text of a certain form; `mistakeIn` says what is wrong with one, in this form or not. */
export function notation(form: RegExp, mistakeIn: (text: string) => string | undefined, lengthMax?: number) {
  const mistake = (given: string) => mistakeIn(given) ?? `${quoted(given)} is not written as results write it`;
  const whole = z.string({ error: text });
  return (lengthMax === undefined ? whole : whole.max(lengthMax, { abort: true }))
    .regex(form, { abort: true, error: ({ input }) => mistake(String(input)) })
    .check(({ value, issues }) => {
      const message = mistakeIn(value);
      if (message !== undefined) issues.push({ code: "custom", input: value, message });
    });
}

/** A value, or a list of values that differ. */
export function axis<Value extends z.ZodType<string | number>>(value: Value) {
  const length: Said = ({ input }) =>
    `a list of 1 to ${protocolLimits.valuesPerAxis} is expected, not of ${(input as unknown[]).length}`;
  const values = z
    .array(value)
    .min(1, { error: length })
    .max(protocolLimits.valuesPerAxis, { error: length })
    .check(({ value: list, issues }) => {
      const twice = list.findIndex((each, index) => list.indexOf(each) < index);
      if (twice >= 0) issues.push({ code: "custom", input: list, path: [twice], message: "the value is there twice" });
    });
  // One of the two reads it, so that a mistake keeps its own place: a union would report both at once.
  return z.unknown().transform((input, { issues }) => {
    const schema: z.ZodType = Array.isArray(input) ? values : value;
    const read = schema.safeParse(input);
    if (read.success) return read.data as z.output<Value> | z.output<Value>[];
    issues.push(...read.error.issues.map((issue) => ({ ...issue, code: "custom" as const, input })));
    return z.NEVER;
  });
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
