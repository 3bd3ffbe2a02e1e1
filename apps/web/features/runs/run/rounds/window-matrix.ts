import type { Point } from "../run-detail";
import { figureOf, loadName } from "./tracked";

/** What one load came to over the rounds of the measurement window. */
export interface WindowCell {
  readonly point: Point;
  /** Means of the rounds' figures, as the specification averages them. */
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNsMean: number | undefined;
  /** The longest of all rounds. */
  readonly latencyNsMax: number | undefined;
  readonly rounds: number;
}

export interface WindowRow {
  readonly name: string;
  readonly blockBytes: number | undefined;
  readonly readPercent: number;
  /** Why there are no figures, where a round of the window has none. */
  readonly cell: WindowCell | { readonly reason: string };
}

/** Every load of the rounds over the window: numbered from 1, both ends inside. In the order of the plan. */
export function windowRows(points: readonly Point[], fromRound: number, toRound: number): WindowRow[] {
  const inside = points.filter(({ round = 0 }) => round + 1 >= fromRound && round + 1 <= toRound);
  return [...Map.groupBy(inside, loadName)].flatMap(([name, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { blockBytes, readPercent } = first.spec;
    return [{ name, blockBytes, readPercent, cell: cellOf(first, own, toRound - fromRound + 1) }];
  });
}

function cellOf(point: Point, own: readonly Point[], rounds: number): WindowRow["cell"] {
  const missing = own.find((each) => figureOf(each, "iops") === null);
  if (missing !== undefined) return { reason: missing.reason ?? `Point ${missing.sequence + 1} has no result.` };
  if (own.length < rounds) return { reason: `Measured in ${own.length} of the ${rounds} rounds.` };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = own.map((each) => figureOf(each, "meanLatency"));
  const maxima = own.flatMap(({ directions }) => directions.map(({ latencyNsMax }) => latencyNsMax));
  return {
    point,
    iops: mean(own.map((each) => figureOf(each, "iops") ?? 0)),
    bytesPerSecond: mean(own.map((each) => figureOf(each, "bandwidth") ?? 0)),
    latencyNsMean: means.every((value) => value !== null) ? mean(means) : undefined,
    latencyNsMax: maxima.every((value) => value !== undefined) ? Math.max(...maxima) : undefined,
    rounds: own.length,
  };
}

/** Rows by block size and columns by share of reads, where the loads differ in nothing else. */
export interface WindowMatrix {
  readonly sizes: readonly number[];
  readonly readPercents: readonly number[];
  readonly at: (blockBytes: number, readPercent: number) => WindowRow | undefined;
}

/** Undefined where two loads have the same size and mix, or one has no single size. */
export function matrixOf(rows: readonly WindowRow[]): WindowMatrix | undefined {
  const byPlace = new Map(rows.map((row) => [`${row.blockBytes} ${row.readPercent}`, row]));
  if (byPlace.size < rows.length || rows.length < 2) return undefined;
  const sizes = [...new Set(rows.flatMap(({ blockBytes }) => blockBytes ?? []))].toSorted((a, b) => a - b);
  if (rows.some(({ blockBytes }) => blockBytes === undefined)) return undefined;
  const readPercents = [...new Set(rows.map(({ readPercent }) => readPercent))].toSorted((a, b) => b - a);
  return { sizes, readPercents, at: (blockBytes, readPercent) => byPlace.get(`${blockBytes} ${readPercent}`) };
}
