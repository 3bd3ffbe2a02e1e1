import type { PlotScale } from "./plot.ts";
import type { DrawnAxis } from "./plot-axis.ts";
import type { Scene } from "./plot-scene-types.ts";
import { xPlace, yPlace } from "./plot-series.ts";
import { textWidth } from "./text-width.ts";

/** A tick with its place along the axis, in pixels. */
export interface PlacedTick {
  readonly value: number;
  readonly label: string;
  readonly at: number;
  /** Its label stands a line lower. */
  readonly isLower?: boolean | undefined;
}

const gapPx = 6;
const linePx = 12;

/**
 * The ticks of the base axis whose labels stand apart: all alike, or where decades lead, the ends and what is between. Of
 * nines, which grow longer by one each, every second label stands lower where that leaves room for more.
 */
export function baseTicks(scene: Scene, scale: PlotScale): readonly PlacedTick[] {
  const ticks = placed(scene.x, (value) => xPlace(scene, value));
  const size = ({ label }: PlacedTick) => textWidth(label);
  if (scale === "nines") return inTwoLines(ticks, size);
  return scale === "log10" ? endsFirst(ticks, size) : everyNth(ticks, size);
}

function inTwoLines(ticks: readonly PlacedTick[], size: Size): readonly PlacedTick[] {
  const one = endsFirst(ticks, size);
  const upper = ticks.filter((_, index) => index % 2 === 0);
  const lower = ticks.filter((_, index) => index % 2 === 1).map((tick) => ({ ...tick, isLower: true }));
  const two = [...endsFirst(upper, size), ...endsFirst(lower, size)].toSorted((a, b) => a.at - b.at);
  return two.length > one.length ? two : one;
}

export function valueTicks(scene: Scene): readonly PlacedTick[] {
  return endsFirst(
    placed(scene.y, (value) => yPlace(scene, value)),
    () => linePx,
  );
}

function placed({ ticks }: DrawnAxis, placeOf: (value: number) => number): PlacedTick[] {
  return ticks.map(({ value, label }) => ({ value, label, at: placeOf(value) }));
}

type Size = (tick: PlacedTick) => number;

function areApart(a: PlacedTick, b: PlacedTick, size: Size): boolean {
  return Math.abs(a.at - b.at) >= (size(a) + size(b)) / 2 + gapPx;
}

/** Every first, second, third… tick: as many as stand apart. */
function everyNth(ticks: readonly PlacedTick[], size: Size): readonly PlacedTick[] {
  for (let step = 1; step < ticks.length; step += 1) {
    const kept = ticks.filter((_, index) => index % step === 0);
    if (kept.every((tick, index) => index === 0 || areApart(tick, kept[index - 1] ?? tick, size))) return kept;
  }
  return ticks.slice(0, 1);
}

/** The first and the last tick, and of those between each that has room. */
export function endsFirst(ticks: readonly PlacedTick[], size: Size): readonly PlacedTick[] {
  const [first] = ticks;
  const last = ticks.at(-1);
  if (first === undefined || last === undefined || first === last) return ticks;
  const kept = [first];
  for (const tick of ticks.slice(1, -1)) {
    if (areApart(tick, kept.at(-1) ?? first, size) && areApart(tick, last, size)) kept.push(tick);
  }
  return areApart(first, last, size) ? [...kept, last] : kept;
}
