import type { ChartTable } from "./csv.ts";
import type { Plot, PlotAxis } from "./plot.ts";

/** A line of figures, each at a number of clients. */
export interface ClientsSeries {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly points: readonly { readonly clients: number; readonly value: number }[];
}

interface ClientsInput {
  readonly title: string;
  readonly y: PlotAxis;
  readonly series: readonly ClientsSeries[];
  /** Of the values, for the head of the table: "transactions_per_s". */
  readonly tableUnit: string;
}

/** Figures over the number of clients, which doubles from mark to mark; nothing is made up between two of them. */
export function overClientsPlot({ title, y, series, tableUnit }: ClientsInput): Plot {
  return {
    title,
    x: { title: "Clients", scale: "log2", format: (clients) => `${clients} ${clients === 1 ? "client" : "clients"}` },
    y,
    series: series.map(({ points, ...own }) => ({
      ...own,
      form: "circle",
      line: true,
      points: points.map(({ clients, value }) => ({ x: clients, y: value })).toSorted((a, b) => a.x - b.x),
    })),
    table: tableOf(series, tableUnit),
  };
}

function tableOf(series: readonly ClientsSeries[], tableUnit: string): ChartTable {
  const all = [...new Set(series.flatMap(({ points }) => points.map(({ clients }) => clients)))].sort((a, b) => a - b);
  return {
    header: ["clients", ...series.map(({ label }) => `${label} (${tableUnit})`)],
    rows: all.map((clients) => [
      clients,
      ...series.map(({ points }) => points.find((point) => point.clients === clients)?.value),
    ]),
  };
}
