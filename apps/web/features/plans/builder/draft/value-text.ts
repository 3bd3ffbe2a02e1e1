/** Values of fields as people type and read them. What cannot be read stays as it was typed, and the contract says what is wrong with it. */
import { formatBlockSize, formatCount, formatDuration, formatLatency, THIN_SPACE } from "@crosspoint/domain";
import { protocolLimits } from "@crosspoint/protocol/limits";

/** What a field holds. */
export type ValueKind = "count" | "bytes" | "percent" | "rate" | "seconds" | "nanoseconds" | "text" | "mix";
export type Value = number | string;

const factors: Readonly<Record<ValueKind, Readonly<Record<string, number>>>> = {
  count: {},
  percent: { "%": 1 },
  bytes: { b: 1, k: 1024, kb: 1024, kib: 1024, m: 1_048_576, mb: 1_048_576, mib: 1_048_576 },
  rate: { k: 1000, m: 1_000_000 },
  seconds: { s: 1, m: 60, min: 60, h: 3600, d: 86_400 },
  nanoseconds: { ns: 1, us: 1000, µs: 1000, ms: 1_000_000, s: 1_000_000_000 },
  text: {},
  mix: {},
};

function isText(kind: ValueKind): boolean {
  return kind === "text" || kind === "mix";
}

/** The value of a text; undefined where there is none, and the text itself where it is no number. */
export function readValue(text: string, kind: ValueKind): Value | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  if (isText(kind)) return typed;
  const [, digits, unit = ""] = /^(-?\d+(?:\.\d+)?)\s*([a-zµ%]*)$/i.exec(typed) ?? [];
  const factor = unit === "" ? 1 : factors[kind][unit.toLowerCase()];
  if (digits === undefined || factor === undefined) return typed;
  // 0.1 × 3,600 is not 360 in floating point; no field has more than six digits behind its point.
  return Math.round(Number(digits) * factor * 1e6) / 1e6;
}

/** A value as it is edited: "128k", "60". */
export function writeValue(value: unknown, kind: ValueKind): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "number") return typeof value === "string" ? value : JSON.stringify(value);
  if (kind !== "bytes" || value <= 0) return String(value);
  if (value % 1_048_576 === 0) return `${value / 1_048_576}M`;
  return value % 1024 === 0 ? `${value / 1024}k` : String(value);
}

/** A value as it is read: "128 KiB", "16", "10 min". */
export function showValue(value: unknown, kind: ValueKind): string {
  if (typeof value !== "number") return writeValue(value, kind);
  switch (kind) {
    case "bytes":
      // Exact: a size between two units stays in bytes.
      return value > 0 && (value < 1024 || value % 1024 === 0) ? formatBlockSize(value).text : String(value);
    case "percent":
      return `${value}${THIN_SPACE}%`;
    case "rate":
      return Number.isInteger(value) ? `${formatCount(value)}/s` : `${value}/s`;
    case "nanoseconds":
      return value > 0 ? formatLatency(value).text : String(value);
    case "seconds":
      return value >= 0 ? formatDuration(value * 1000) : String(value);
    default:
      return String(value);
  }
}

/** All values that a text names, one after the other: "1 2 4", "4k, 128k", "1..64", "0..100/25". */
export function readValues(text: string, kind: ValueKind): Value[] {
  return (
    text
      // The commas of a mix are its own.
      .split(kind === "mix" ? /[\s;]+/ : /[\s,;…]+/)
      .filter((part) => part !== "")
      .flatMap((part) => valuesOfPart(part, kind))
  );
}

/** Doubling from one end to the other, or in steps where one is given; what is no range is a value. */
function valuesOfPart(part: string, kind: ValueKind): Value[] {
  const [, first = "", last = "", step] = /^([^./]+|\d+\.\d+[^./]*)\.\.\.?([^/]+)(?:\/(.+))?$/.exec(part) ?? [];
  const [from, to, by] = [first, last, step ?? ""].map((each) => readValue(each, kind));
  if (isText(kind) || typeof from !== "number" || typeof to !== "number") return [readValue(part, kind) ?? part];
  if (step === undefined) return from > 0 && to > 0 ? doubling(from, to) : [part];
  return typeof by === "number" && by > 0 ? stepping(from, to, by) : [part];
}

/** One more than may be, so that a list that was too long says so. */
const valuesMax = protocolLimits.valuesPerAxis + 1;

/** The end is a value too, also where doubling passes it. */
function doubling(from: number, to: number): number[] {
  const values: number[] = [];
  const factor = from <= to ? 2 : 0.5;
  for (let value = from; values.length < valuesMax && (factor === 2 ? value < to : value > to); value *= factor) {
    values.push(value);
  }
  return [...values, to];
}

function stepping(from: number, to: number, by: number): number[] {
  const count = Math.floor(Math.abs(to - from) / by + 1e-9);
  const direction = Math.sign(to - from);
  const length = Math.min(count + 1, valuesMax);
  return Array.from({ length }, (_, index) => Math.round((from + direction * by * index) * 1e6) / 1e6);
}

/** An axis as the list of its values. */
export function valuesOf(axis: unknown): readonly unknown[] {
  if (axis === undefined) return [];
  return Array.isArray(axis) ? axis : [axis];
}

/** A list of values as an axis: one alone stands for itself, none takes the field away. */
export function axisOf(values: readonly unknown[]): unknown {
  return values.length > 1 ? values : values[0];
}

/** The values with others; what is there already is not there twice, and what ascends or descends goes on to do so. */
export function withValues(values: readonly unknown[], added: readonly Value[]): readonly unknown[] {
  const all = [...values, ...new Set(added)].filter((value, index, list) => list.indexOf(value) === index);
  if (!all.every((value) => typeof value === "number")) return all;
  if (inOrder(values, 1)) return all.toSorted((a, b) => a - b);
  return inOrder(values, -1) ? all.toSorted((a, b) => b - a) : all;
}

/** Of at least two: one alone has no direction of its own. */
function inOrder(values: readonly unknown[], sign: 1 | -1): boolean {
  const rising = values.every((value, index) => index === 0 || sign * (Number(value) - Number(values[index - 1])) > 0);
  return values.length > 1 && rising;
}
