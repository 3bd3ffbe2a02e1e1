import { expect, it } from "vitest";
import { overClientsPlot } from "./over-clients.ts";

it("lays lines over the numbers of clients in their order, and names every figure in the table", () => {
  const plot = overClientsPlot({
    title: "Latency by clients",
    y: { title: "Latency (ms)", scale: "log10", perUnit: 1e6, format: String },
    series: [
      {
        id: "p50",
        label: "p50",
        color: "red",
        points: [
          { clients: 16, value: 3e6 },
          { clients: 4, value: 2e6 },
        ],
      },
      { id: "p99", label: "p99", color: "blue", points: [{ clients: 4, value: 9e6 }] },
    ],
    tableUnit: "ns",
  });
  expect(plot.series.map(({ points }) => points)).toEqual([
    [
      { x: 4, y: 2e6 },
      { x: 16, y: 3e6 },
    ],
    [{ x: 4, y: 9e6 }],
  ]);
  expect([1, 4].map(plot.x.format)).toEqual(["1 client", "4 clients"]);
  expect(plot.table).toEqual({
    header: ["clients", "p50 (ns)", "p99 (ns)"],
    rows: [
      [4, 2e6, 9e6],
      [16, 3e6, undefined],
    ],
  });
});
