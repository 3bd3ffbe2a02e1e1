import type { ChartTable } from "./csv.ts";
import { type ValueAxis, valueAxes } from "./value-axis.ts";

/** A line of figures, each at a number of clients. */
export interface ClientsSeries {
  readonly id: string;
  readonly label: string;
  readonly points: readonly { readonly clients: number; readonly value: number }[];
}

/** All figures at one number of clients; a series without one there has none of its keys. */
export interface ClientsRow {
  readonly clients: number;
  readonly values: Readonly<Record<string, number>>;
}

export interface ClientsChart {
  readonly rows: readonly ClientsRow[];
  readonly clients: readonly number[];
  readonly axis: ValueAxis;
  readonly table: ChartTable;
}

interface ClientsInput {
  readonly series: readonly ClientsSeries[];
  readonly scale: "linear" | "logarithmic";
  /** How many of the values' own unit make one of the axis. */
  readonly perUnit?: number;
  /** Of the values, for the head of the table: "transactions_per_s". */
  readonly tableUnit: string;
}

/** Lays lines over the numbers of clients; nothing is made up between two of them. */
export function prepareOverClients({ series, scale, perUnit = 1, tableUnit }: ClientsInput): ClientsChart {
  const rows = new Map<number, Record<string, number>>();
  for (const { id, points } of series) {
    for (const { clients, value } of points) rows.set(clients, { ...rows.get(clients), [id]: value });
  }
  const sorted = [...rows].map(([clients, values]) => ({ clients, values })).toSorted((a, b) => a.clients - b.clients);
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  return {
    rows: sorted,
    clients: sorted.map(({ clients }) => clients),
    axis: valueAxes(values, perUnit)[scale],
    table: {
      header: ["clients", ...series.map(({ label }) => `${label} (${tableUnit})`)],
      rows: sorted.map(({ clients, values: own }) => [clients, ...series.map(({ id }) => own[id])]),
    },
  };
}
