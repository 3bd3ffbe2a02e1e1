"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { ExportMenu } from "./export-menu";
import { HeatCharts } from "./heat-charts";
import { LatencyCharts } from "./latency-charts";
import { OverTimeCharts } from "./over-time-charts";
import { type Point, type Run, workloadName } from "./run-detail";

interface PointChartsProps {
  readonly run: Run;
  readonly point: Point;
  /** Chooses another point; null where there is one. */
  readonly picker: ReactNode;
}

/** One point: over time, by percentile, and how its latencies are distributed. */
export function PointCharts({ run, point, picker }: PointChartsProps) {
  const [unit, setUnit] = useQueryState("unit", parseAsStringLiteral(["iops", "mbs"]).withDefault("iops"));
  const [scaleWord, setScale] = useQueryState("scale", parseAsStringLiteral(["log", "linear"]).withDefault("log"));
  const scale = scaleWord === "log" ? "logarithmic" : "linear";
  const fileName = `${run.serial ?? "run"}-point-${point.sequence + 1}`;
  return (
    <Panel
      title="Point details"
      note={picker === null ? workloadName(point.spec) : undefined}
      actions={
        <>
          {picker}
          {point.directions.length > 0 && !point.isStreamed ? <ExportMenu run={run} point={point} /> : null}
          <Segmented
            label="Throughput unit"
            value={unit}
            onValueChange={(next) => void setUnit(next)}
            options={[
              { value: "iops", label: "IOPS" },
              { value: "mbs", label: "MB/s" },
            ]}
          />
          <Segmented
            label="Scale of latencies and their distribution"
            value={scaleWord}
            onValueChange={(next) => void setScale(next)}
            options={[
              { value: "log", label: "Log" },
              { value: "linear", label: "Linear" },
            ]}
          />
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        <OverTimeCharts
          runId={run.id}
          point={point}
          quantity={unit === "iops" ? "iops" : "bytes"}
          scale={scale}
          fileName={fileName}
        />
        {point.directions.length > 0 && !point.isStreamed ? (
          <LatencyCharts runId={run.id} point={point} scale={scale} fileName={fileName} />
        ) : null}
        <HeatCharts runId={run.id} sequence={point.sequence} fileName={fileName} />
      </div>
    </Panel>
  );
}
