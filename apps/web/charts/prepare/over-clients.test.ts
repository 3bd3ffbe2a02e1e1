import { expect, it } from "vitest";
import { prepareOverClients } from "./over-clients.ts";

it("lays lines over the numbers of clients, with a gap where one has no figure", () => {
  const chart = prepareOverClients({
    series: [
      {
        id: "p50",
        label: "p50",
        points: [
          { clients: 16, value: 3e6 },
          { clients: 4, value: 2e6 },
        ],
      },
      { id: "p99", label: "p99", points: [{ clients: 4, value: 9e6 }] },
    ],
    scale: "logarithmic",
    perUnit: 1e6,
    tableUnit: "ns",
  });
  expect(chart.rows).toEqual([
    { clients: 4, values: { p50: 2e6, p99: 9e6 } },
    { clients: 16, values: { p50: 3e6 } },
  ]);
  expect(chart.clients).toEqual([4, 16]);
  expect([chart.axis.min, chart.axis.max]).toEqual([1e6, 1e7]);
  expect(chart.table).toEqual({
    header: ["clients", "p50 (ns)", "p99 (ns)"],
    rows: [
      [4, 2e6, 9e6],
      [16, 3e6, undefined],
    ],
  });
});

it("begins a linear axis at zero", () => {
  const points = [{ clients: 1, value: 480 }];
  const chart = prepareOverClients({
    series: [{ id: "tps", label: "Transactions", points }],
    scale: "linear",
    tableUnit: "x",
  });
  expect(chart.axis).toMatchObject({ min: 0, max: 500 });
});
