import { type DistributionBin, decodeHistogram, distribution } from "@crosspoint/domain";

/** How often each latency came in each part of a point's time. */
export interface LatencyHeat {
  /** Length of a column. */
  readonly columnSeconds: number;
  /** Edges of the rows, equally wide on a logarithmic axis: one more than there are rows; none where nothing completed. */
  readonly edgesNs: readonly number[];
  /** From the beginning of the point, its warm-up included; a column of which no second arrived has no counts. */
  readonly columns: readonly (readonly number[] | null)[];
}

export interface HeatSecond {
  /** From the beginning of the point. */
  readonly at: number;
  /** HdrHistogram V2, deflated; undefined where nothing completed. */
  readonly histogram: Uint8Array | undefined;
}

/** Rows of a decade: each 26 % wider than the one below. */
const ROWS_PER_DECADE = 10;
/** Columns that are still told apart on a page. */
const COLUMNS_MAX = 150;
const COLUMN_SECONDS = [1, 2, 5, 10, 15, 20, 30, 60] as const;

/** Gathers seconds one by one, so that none of their histograms needs to be kept. */
export class HeatBuilder {
  readonly #columnSeconds: number;
  readonly #columns: (Map<number, number> | undefined)[];

  constructor(seconds: number) {
    this.#columnSeconds = COLUMN_SECONDS.find((each) => seconds / each <= COLUMNS_MAX) ?? 60;
    this.#columns = Array.from({ length: Math.ceil(seconds / this.#columnSeconds) }, () => undefined);
  }

  add({ at, histogram }: HeatSecond): void {
    const index = Math.floor(at / this.#columnSeconds);
    if (index >= this.#columns.length) return;
    const column = this.#columns[index] ?? new Map<number, number>();
    this.#columns[index] = column;
    if (histogram === undefined) return;
    const decoded = decodeHistogram(Buffer.from(histogram).toString("base64"));
    for (const bin of distribution(decoded, ROWS_PER_DECADE)) {
      if (bin.count > 0) column.set(rowOf(bin), (column.get(rowOf(bin)) ?? 0) + bin.count);
    }
  }

  finish(): LatencyHeat {
    const rows = this.#columns.flatMap((column) => (column === undefined ? [] : [...column.keys()]));
    const [first, last] = [Math.min(...rows), Math.max(...rows)];
    const count = rows.length === 0 ? 0 : last - first + 1;
    const row = (index: number) => first + index;
    return {
      columnSeconds: this.#columnSeconds,
      edgesNs: count === 0 ? [] : Array.from({ length: count + 1 }, (_, index) => 10 ** (row(index) / ROWS_PER_DECADE)),
      columns: this.#columns.map((column) =>
        column === undefined ? null : Array.from({ length: count }, (_, index) => column.get(row(index)) ?? 0),
      ),
    };
  }
}

function rowOf({ fromNs }: DistributionBin): number {
  return Math.round(Math.log10(fromNs) * ROWS_PER_DECADE);
}
