"use client";

import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Fragment, useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { hasFigures, isPrecondition, type Run } from "../run-detail";
import { useChosenPoint } from "../use-chosen-point";
import { type Frame, framesOf } from "./frames";
import { NearPeakTable } from "./near-peak";
import { type Choice, latencyPlot, ratePlot, tradePlot } from "./plots";
import { sourcesOf } from "./published";
import { SweepPercentiles } from "./sweep-percentiles";
import type { Sweep, SweepAxis } from "./sweeps";

interface CurvesPanelProps {
  readonly run: Run;
  readonly axis: SweepAxis;
  readonly sweeps: readonly Sweep[];
}

const titles = {
  size: "Transfer sizes",
  depth: "Queue depths",
  mix: "Mixed reads and writes",
  threads: "Threads",
  rate: "Offered rates",
} as const satisfies Record<SweepAxis, string>;

const latencies = {
  mean: "latencyNsMean",
  p50: "latencyNsP50",
  p99: "latencyNsP99",
  "p99.999": "latencyNsP99999",
} as const;
const latencyIds = ["mean", "p50", "p99", "p99.999"] as const;
const latencyTabs = latencyIds.map((value) => ({ value, label: value === "mean" ? "Mean" : value }));

/** Curves over what a run swept: throughput and latency beside it; of depths and rates also one against the other. */
export function CurvesPanel({ run, axis, sweeps }: CurvesPanelProps) {
  const [latency, setLatency] = useQueryState("latency", parseAsStringLiteral(latencyIds).withDefault("mean"));
  const [unit, setUnit] = useQueryState("unit", parseAsStringLiteral(["iops", "mbs"]).withDefault("iops"));
  const [scale] = useQueryState("scale", parseAsStringLiteral(["log", "linear"]).withDefault("log"));
  const frames = useMemo(() => framesOf(sweeps), [sweeps]);
  const choice: Choice = { rate: unit === "iops" ? "iops" : "bytesPerSecond", latency: latencies[latency], scale };
  return (
    <Panel
      title={titles[axis]}
      actions={
        <>
          <Segmented
            label={`Rate of ${titles[axis].toLowerCase()}`}
            value={unit}
            onValueChange={(next) => void setUnit(next)}
            options={[
              { value: "iops", label: "IOPS" },
              { value: "mbs", label: "MB/s" },
            ]}
          />
          <Segmented
            label={`Latency of ${titles[axis].toLowerCase()}`}
            value={latency}
            onValueChange={(next) => void setLatency(next)}
            options={latencyTabs}
          />
        </>
      }
      flush
    >
      <div className="grid gap-6 p-4">
        {frames.map((frame) => (
          <FrameCharts key={frame.key} run={run} frame={frame} choice={choice} />
        ))}
        <MethodWords run={run} axis={axis} frames={frames} />
      </div>
      {axis === "depth" ? <NearPeakTable frames={frames} /> : null}
    </Panel>
  );
}

/** How the figures came about, and whose the hollow marks are where there are any. */
function MethodWords({ run, axis, frames }: Pick<CurvesPanelProps, "run" | "axis"> & { frames: readonly Frame[] }) {
  const sources = sourcesOf(frames, run.published);
  return (
    <p className="text-muted text-table">
      Each mark is one point of the plan, measured after its warm-up; lines only join marks. A faded mark is a
      percentile with fewer than ten samples above it, or a part of a point; a triangle beside a mark, a point with
      warnings.
      {axis === "depth" ? " The depth that is written beside a rate is the lowest with 95 % of the highest one." : null}
      {sources.length === 0 ? null : (
        <>
          {
            " Hollow marks are published figures of this model under the same load; what their source does not state may differ: "
          }
          {sources.map(({ sourceId, sourceTitle }, index) => (
            <Fragment key={sourceId}>
              {index > 0 ? ", " : null}
              <Link href={`/catalog/sources#${sourceId}`} className="text-accent underline underline-offset-2">
                {sourceTitle ?? sourceId}
              </Link>
            </Fragment>
          ))}
          .
        </>
      )}
    </p>
  );
}

/** Those whose details the page can show below. */
function shownPoints({ points }: Run) {
  return points.filter((point) => hasFigures(point) && !isPrecondition(point));
}

function FrameCharts({ run, frame, choice }: { run: Run; frame: Frame; choice: Choice }) {
  const { rate, latency, scale } = choice;
  const plots = useMemo(() => {
    const chosen = { rate, latency, scale };
    return {
      rate: ratePlot(frame, chosen, run.published),
      latency: latencyPlot(frame, chosen, run.published),
      trade: frame.axis === "depth" || frame.axis === "rate" ? tradePlot(frame, chosen) : undefined,
    };
  }, [frame, rate, latency, scale, run.published]);
  const [chosen, choose] = useChosenPoint(shownPoints(run));
  const picking = {
    onChoose: (id: string) => choose(Number(id) - 1),
    chosen: chosen === undefined ? undefined : String(chosen.sequence + 1),
  };
  const fileName = `${run.serial ?? "run"}-${frame.key.replaceAll(/[^\w]+/g, "-").toLowerCase()}`;
  const syncId = `curves ${frame.key}`;
  return (
    <section aria-label={frame.title}>
      <h3 className="mb-2 font-semibold">
        {frame.title}
        {frame.note === "" ? null : <span className="ml-2 font-normal text-muted text-table">{frame.note}</span>}
      </h3>
      <div className={plots.trade === undefined ? "grid gap-x-8 gap-y-6 xl:grid-cols-2" : "grid gap-6 xl:grid-cols-3"}>
        <PlotChart plot={plots.rate} fileName={`${fileName}-${rate}`} syncId={syncId} height={260} {...picking} />
        <PlotChart plot={plots.latency} fileName={`${fileName}-${latency}`} syncId={syncId} height={260} {...picking} />
        {plots.trade === undefined ? null : (
          <PlotChart plot={plots.trade} fileName={`${fileName}-trade`} height={260} {...picking} />
        )}
      </div>
      <SweepPercentiles run={run} frame={frame} fileName={fileName} />
    </section>
  );
}
