import { readFileSync } from "node:fs";

type Arrival<V> = readonly [time: string, value: V];

interface CounterRow {
  readonly first: string;
  readonly last: string;
  readonly increase: string;
  readonly resets: number;
  readonly count: number;
  readonly covered_s: number;
}

interface GaugeRow {
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly count: number;
}

interface Expected<R> {
  readonly hours: Readonly<Record<string, R>>;
  /** By their date. */
  readonly days?: Readonly<Record<string, R>>;
  /** Before the late sample arrived, and which hours it changed. */
  readonly hours_before?: Readonly<Record<string, R>>;
  readonly changed_hours?: readonly string[];
}

interface Vector<Kind extends string, V, R> {
  readonly name: string;
  readonly why: string;
  readonly input: {
    readonly kind: Kind;
    /** In the order in which they arrive. */
    readonly arrivals: readonly Arrival<V>[];
    readonly late?: Arrival<V>;
  };
  readonly expected: Expected<R>;
}

export type CounterVector = Vector<"counter", string, CounterRow>;
export type GaugeVector = Vector<"gauge", number | null, GaugeRow>;

/** Computed twice by another program (golden/README.md). */
const cases: readonly (CounterVector | GaugeVector)[] = JSON.parse(
  readFileSync(new URL("../golden/rollup.json", import.meta.url), "utf8"),
).cases;

export const counterVectors = cases.filter((each): each is CounterVector => each.input.kind === "counter");
export const gaugeVectors = cases.filter((each): each is GaugeVector => each.input.kind === "gauge");

/** A counter's row in the words of a rollup. */
export function counterOf(row: CounterRow) {
  return {
    first: BigInt(row.first),
    last: BigInt(row.last),
    increase: BigInt(row.increase),
    resets: row.resets,
    count: row.count,
    coveredMs: row.covered_s * 1000,
  };
}
