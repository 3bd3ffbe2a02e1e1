import { linearTicks } from "./linear-axis.ts";
import { logAxis } from "./log-axis.ts";
import { percentileAtNines } from "./nines.ts";
import type { PlotAxis } from "./plot.ts";
import { tickText } from "./tick-text.ts";
import { timeTicks, timeTickText } from "./time-ticks.ts";

/** Two ends of an axis, in the value's own unit. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** An axis with its ends and everything that is written on it. */
export interface DrawnAxis extends Range {
  readonly logarithmic: boolean;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Grid lines between the ticks of decades. */
  readonly minor: readonly number[];
  /** The value at whose place a logarithmic axis shows zero, a decade below the lowest; undefined where it has no place. */
  readonly zeroAt?: number | undefined;
}

/** Ends around these values, or the given ones of a zoom, and ticks for about so many labels. */
export function drawAxis(axis: PlotAxis, values: readonly number[], zoom?: Range, aboutTicks = 5): DrawnAxis {
  const logarithmic = isLogarithmic(axis);
  const natural = endsOf(axis, values, aboutTicks);
  const zeroAt = axis.scale === "log10" && axis.withZero && values.includes(0) ? natural.min / 10 : undefined;
  const ends = zoom ?? { ...natural, min: zeroAt ?? natural.min };
  // Between zero and the lowest decade there is nothing to read.
  const isRead = (value: number) => zeroAt === undefined || value === zeroAt || value >= natural.min;
  const places = ticksOf(axis, ends, aboutTicks).filter(isRead);
  const minor = axis.scale === "log10" ? minorOf(ends).filter(isRead) : [];
  const label = (value: number) => (value === zeroAt ? "0" : labelOf(axis, ends, value));
  return { ...ends, logarithmic, minor, zeroAt, ticks: places.map((value) => ({ value, label: label(value) })) };
}

export function isLogarithmic({ scale }: PlotAxis): boolean {
  return scale === "log2" || scale === "log10";
}

/** The quantity as it stands at the axis: decades are named, for a length on them is no amount. */
export function axisTitle({ title, scale }: PlotAxis): string {
  return scale === "log10" ? `${title}, log scale` : title;
}

/** A moment alone has days around it, so that ticks say its date. */
const aroundMomentMs = 3 * 86_400_000;

function endsOf(axis: PlotAxis, all: readonly number[], aboutTicks: number): Range {
  const { scale, from, to } = axis;
  if (scale === "category") return { min: -0.5, max: Math.max((axis.categories ?? []).length, 1) - 0.5 };
  const values = all.filter((value) => Number.isFinite(value) && (!isLogarithmic(axis) || value > 0));
  const low = from ?? least(values);
  const high = to ?? most(values);
  if (low === undefined || high === undefined) return isLogarithmic(axis) ? { min: 1, max: 10 } : { min: 0, max: 1 };
  if (scale === "log10") return decadesAround(low, high);
  if (scale === "log2") return low < high ? { min: low, max: high } : { min: low / 2, max: high * 2 };
  if (scale === "nines") return { min: Math.min(low, Math.log10(2)), max: Math.max(high, Math.log10(2) + 1) };
  if (scale === "time")
    return low < high ? { min: low, max: high } : { min: low - aroundMomentMs, max: high + aroundMomentMs };
  return linearEnds(axis, low, high, aboutTicks);
}

function decadesAround(low: number, high: number): Range {
  const decades = logAxis([low, high]);
  return decades.kind === "empty" ? { min: 1, max: 10 } : { min: decades.min, max: decades.max };
}

/** Round ends, counted in the axis' unit; an end that was given stays. */
function linearEnds(axis: PlotAxis, low: number, high: number, aboutTicks: number): Range {
  const { perUnit = 1, offset = 0, fromZero, from, to, whole } = axis;
  const inUnit = (value: number) => (value - offset) / perUnit;
  const bottom = fromZero ? Math.min(0, inUnit(low)) : inUnit(low);
  const top = fromZero ? Math.max(0, inUnit(high)) : inUnit(high);
  const least = Math.abs(top) * 1e-9 || 1;
  const span = top - bottom > least ? top - bottom : Math.max(Math.abs(top) * 0.2, whole ? 4 : 0) || 1;
  const step = stepOf(span, aboutTicks, whole);
  const min = Math.floor(bottom / step + 1e-9) * step;
  const max = Math.ceil((bottom + span) / step - 1e-9) * step;
  return { min: from ?? min * perUnit + offset, max: to ?? max * perUnit + offset };
}

function stepOf(span: number, aboutTicks: number, whole: boolean | undefined): number {
  const [, step = 1] = linearTicks(span, aboutTicks);
  return whole ? Math.max(1, Math.round(step)) : step;
}

function ticksOf(axis: PlotAxis, ends: Range, aboutTicks: number): number[] {
  switch (axis.scale) {
    case "category":
      return (axis.categories ?? []).map((_, index) => index).filter(within(ends));
    case "log2":
      return orLinear(powersOfTwo(ends), axis, ends, aboutTicks);
    case "log10":
      return orLinear(decadeTicks(ends), axis, ends, aboutTicks);
    case "nines":
      return ninesTicks(ends);
    case "time":
      return timeTicks(ends.min, ends.max);
    case "linear":
      return linearTicksWithin(axis, ends, aboutTicks);
  }
}

/** A zoom may leave no power between its ends: then round values, wherever the scale puts them. */
function orLinear(ticks: number[], axis: PlotAxis, ends: Range, aboutTicks: number): number[] {
  return ticks.length >= 2 ? ticks : linearTicksWithin(axis, ends, aboutTicks);
}

function linearTicksWithin({ perUnit = 1, offset = 0, whole }: PlotAxis, ends: Range, aboutTicks: number): number[] {
  const low = (ends.min - offset) / perUnit;
  const high = (ends.max - offset) / perUnit;
  const step = stepOf(high - low, aboutTicks, whole);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(Math.floor(high / step + 1e-9) - first + 1, 0);
  return Array.from(
    { length: Math.min(count, 50) },
    (_, index) => Number(((first + index) * step).toPrecision(12)) * perUnit + offset,
  );
}

function powersOfTwo(ends: Range): number[] {
  const first = Math.ceil(Math.log2(ends.min) - 1e-9);
  const last = Math.floor(Math.log2(ends.max) + 1e-9);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => 2 ** (first + index));
}

function decadeTicks(ends: Range): number[] {
  const decades = decadesAround(ends.min, ends.max);
  const powers = powersOfTen(decades).filter(within(ends));
  if (powers.length >= 2) return powers;
  return powersOfTen(decades)
    .flatMap((power) => [power, 2 * power, 5 * power])
    .filter(within(ends));
}

function powersOfTen({ min, max }: Range): number[] {
  const first = Math.round(Math.log10(min));
  const last = Math.round(Math.log10(max));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(`1e${first + index}`));
}

function minorOf(ends: Range): number[] {
  return powersOfTen(decadesAround(ends.min, ends.max))
    .flatMap((power) => [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => digit * power))
    .filter(within(ends));
}

function ninesTicks(ends: Range): number[] {
  const whole = [Math.log10(2), ...Array.from({ length: 12 }, (_, index) => index + 1)].filter(within(ends));
  return whole.length >= 2 ? whole : linearTicksWithin({ title: "", scale: "linear", format: String }, ends, 4);
}

function within({ min, max }: Range): (value: number) => boolean {
  const slack = Math.abs(max - min) * 1e-9;
  return (value) => value >= min - slack && value <= max + slack;
}

function labelOf(axis: PlotAxis, ends: Range, value: number): string {
  const { tick, scale, perUnit = 1, offset = 0 } = axis;
  if (tick !== undefined) return tick(value);
  if (scale === "category") return axis.categories?.[value] ?? "";
  if (scale === "nines") return percentileAtNines(value);
  if (scale === "time") return timeTickText(value, ends.max - ends.min);
  return tickText((value - offset) / perUnit);
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((a, b) => Math.min(a, b));
}

function most(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((a, b) => Math.max(a, b));
}

/** Where a value lies between the ends: 0 at the lower, 1 at the upper. */
export function fractionOf(axis: Pick<DrawnAxis, "min" | "max" | "logarithmic">, value: number): number {
  const { min, max, logarithmic } = axis;
  if (!logarithmic) return (value - min) / (max - min);
  return Math.log(value / min) / Math.log(max / min);
}

/** The value at such a fraction. */
export function valueAt(axis: Pick<DrawnAxis, "min" | "max" | "logarithmic">, fraction: number): number {
  const { min, max, logarithmic } = axis;
  return logarithmic ? min * (max / min) ** fraction : min + (max - min) * fraction;
}
