"use client";

import { formatLatency, nanosecondsPer } from "@crosspoint/domain";
import { useMemo } from "react";
import { ClientsChart } from "@/charts/lazy";
import { prepareOverClients } from "@/charts/prepare/over-clients";
import { type DatabaseGroup, latencyColumns, latencyUnitOf } from "./database-groups";
import { rateText } from "./database-table";

const height = 260;
const colorOf = (index: number) => `var(--series-${index + 1})`;

/** Transactions per second and latencies of one database, over the number of its clients. */
export function DatabaseCharts({ group, fileName }: { group: DatabaseGroup; fileName: string }) {
  const unit = latencyUnitOf(group);
  const rates = useMemo(() => {
    const points = group.measured.map(({ spec, result }) => ({
      clients: spec.clients,
      value: result.transactionsPerSecond,
    }));
    const series = [{ id: "rate", label: "Transactions", points }];
    return prepareOverClients({ series, scale: "linear", tableUnit: "per second" });
  }, [group]);
  const latencies = useMemo(() => {
    const series = latencyColumns.map(({ id, name, of }) => ({
      id,
      label: name,
      points: group.measured.flatMap(({ spec, result }) => {
        const value = of(result);
        return value === undefined ? [] : [{ clients: spec.clients, value }];
      }),
    }));
    return prepareOverClients({ series, scale: "logarithmic", perUnit: nanosecondsPer(unit), tableUnit: "ns" });
  }, [group, unit]);
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <ClientsChart
        chart={rates}
        lines={[{ id: "rate", label: "Transactions", color: colorOf(0) }]}
        title="Transactions per second by number of clients"
        axisTitle="Transactions/s"
        format={rateText}
        fileName={`${fileName}-transactions`}
        height={height}
      />
      <ClientsChart
        chart={latencies}
        lines={latencyColumns.map(({ id, name }, index) => ({ id, label: name, color: colorOf(index) }))}
        title="Transaction latency by number of clients"
        axisTitle={`Latency (${unit})`}
        format={(value) => formatLatency(value, unit).text}
        fileName={`${fileName}-latency`}
        height={height}
      />
    </div>
  );
}
