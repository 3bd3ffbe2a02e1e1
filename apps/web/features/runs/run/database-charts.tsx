"use client";

import { formatLatency, type LatencyUnit, nanosecondsPer } from "@crosspoint/domain";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { overClientsPlot } from "@/charts/prepare/over-clients";
import type { Plot } from "@/charts/prepare/plot";
import { type DatabaseGroup, latencySeries, latencyUnitOf } from "./database-groups";
import { rateText } from "./database-table";

const height = 260;
const colorOf = (index: number) => `var(--series-${index + 1})`;

/** Transactions per second and latencies of one database, over the number of its clients. */
export function DatabaseCharts({ group, fileName }: { group: DatabaseGroup; fileName: string }) {
  const unit = latencyUnitOf(group);
  const rates = useMemo(() => ratesPlot(group), [group]);
  const latencies = useMemo(() => latenciesPlot(group, unit), [group, unit]);
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <PlotChart plot={rates} fileName={`${fileName}-transactions`} height={height} syncId={fileName} />
      <PlotChart plot={latencies} fileName={`${fileName}-latency`} height={height} syncId={fileName} />
    </div>
  );
}

function ratesPlot(group: DatabaseGroup): Plot {
  const points = group.measured.map(({ spec, result }) => ({
    clients: spec.clients,
    value: result.transactionsPerSecond,
  }));
  return overClientsPlot({
    title: "Transactions per second by number of clients",
    y: { title: "Transactions/s", scale: "linear", fromZero: true, format: rateText },
    series: [{ id: "rate", label: "Transactions", color: colorOf(0), points }],
    tableUnit: "per second",
  });
}

function latenciesPlot(group: DatabaseGroup, unit: LatencyUnit): Plot {
  return overClientsPlot({
    title: "Transaction latency by number of clients",
    y: {
      title: `Latency (${unit})`,
      scale: "log10",
      perUnit: nanosecondsPer(unit),
      format: (ns) => formatLatency(ns, unit).text,
    },
    series: latencySeries(group).map(({ color, ...series }) => ({ ...series, color: colorOf(color) })),
    tableUnit: "ns",
  });
}
