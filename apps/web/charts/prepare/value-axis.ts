import { linearTicks } from "./linear-axis.ts";

export type Scale = "linear" | "logarithmic";

/** An axis as it is drawn: where it begins and ends, and which values it names. */
export interface ValueAxis {
  readonly scale: Scale;
  /** Zero on a linear axis; a decade on a logarithmic one, which has no zero. */
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Lines between the ticks of a logarithmic axis, without labels. */
  readonly minor: readonly number[];
  /** Divide a value by this to read it in the axis' unit. */
  readonly perUnit: number;
}

interface LinearOptions {
  readonly perUnit?: number;
  readonly aboutTicks?: number;
}

/** From zero to the first round tick, counted in the axis' unit, at or above the largest value. */
export function linearValueAxis(largest: number, { perUnit = 1, aboutTicks }: LinearOptions = {}): ValueAxis {
  const ticks = linearTicks(largest / perUnit, aboutTicks).map((tick) => tick * perUnit);
  return { scale: "linear", min: 0, max: ticks.at(-1) ?? perUnit, ticks, minor: [], perUnit };
}
