"use client";

import { type ComparisonMetric, isLatency, metricOf } from "@crosspoint/domain";
import { useMemo } from "react";
import { NearPlot } from "@/charts/near";
import { Panel } from "@/ui/panel";
import type { Layout } from "../model/families";
import type { Matrix } from "../model/matrix";
import { prepareThroughputLatency } from "../prepare/throughput-latency";
import type { Look } from "../selection";
import { SmallMultiples } from "./small-multiples";

interface ThroughputLatencyPanelProps {
  readonly matrix: Matrix;
  readonly layout: Layout;
  readonly metric: Look["metric"];
  readonly scale: Look["scale"];
}

/** What each depth costs: the latency that is looked at, else the mean, against throughput. */
export function ThroughputLatencyPanel({ matrix, layout, metric, scale }: ThroughputLatencyPanelProps) {
  const latency: ComparisonMetric = isLatency(metric) ? metric : "latencyNsMean";
  const rate = metric === "bytesPerSecond" ? "bytesPerSecond" : "iops";
  const plots = useMemo(
    () => prepareThroughputLatency(matrix, layout.families, { rate, latency, scale }),
    [matrix, layout, rate, latency, scale],
  );
  if (plots.length === 0) return null;
  return (
    <Panel title={`${metricOf(latency).name} against throughput`} note="points are labeled by queue depth">
      <SmallMultiples label="Latency against throughput">
        {plots.map((plot, index) => (
          <NearPlot
            key={plot.title}
            plot={plot}
            fileName={`comparison-latency-against-throughput-${index + 1}`}
            height={300}
          />
        ))}
      </SmallMultiples>
    </Panel>
  );
}
