"use client";

import { PlugZap } from "lucide-react";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { prepareSeconds } from "@/charts/prepare/seconds-over-time";
import { latencyPlot, throughputPlot } from "@/charts/prepare/seconds-panes";
import { Panel } from "@/ui/panel";
import { Badge } from "@/ui/status";
import { LiveFigures } from "./live-figures";
import { ProgressBar } from "./progress-bar";
import { pointName, type Run, timingOf } from "./run-detail";
import { SkipPointButton } from "./skip-point-button";
import type { LiveRun } from "./use-live-run";

const chartHeight = 220;

/** The running point, second by second, and how far the plan is. */
export function LivePanel({ run, live }: { run: Run; live: LiveRun }) {
  const { points, seconds, word } = live;
  const current =
    points.find(({ state }) => state === "running") ?? points.findLast(({ state }) => state !== "pending");
  const spec = current?.spec;
  const { rampMs, totalMs } = spec === undefined ? { rampMs: 0, totalMs: 60_000 } : timingOf(spec);
  const chart = useMemo(
    () =>
      prepareSeconds(
        seconds.filter(({ pointSequence }) => pointSequence === current?.sequence),
        rampMs,
      ),
    [seconds, current?.sequence, rampMs],
  );
  const spanSeconds = totalMs / 1000;
  return (
    <Panel
      title="Live"
      note={current && pointName(current)}
      actions={
        <>
          <Connection state={live.connection} />
          {current?.state === "running" && word.kind === "heard" ? (
            <SkipPointButton
              key={current.sequence}
              runId={run.id}
              sequence={current.sequence}
              name={pointName(current)}
            />
          ) : null}
        </>
      }
    >
      <div className="grid gap-5">
        <ProgressBar steps={run.steps} live={live} />
        <LiveFigures last={chart.rows.at(-1)} directions={chart.directions} silent={word.kind === "silent"} />
        {chart.rows.length === 0 ? (
          <p className="grid h-[292px] place-items-center text-muted">No data yet</p>
        ) : (
          <div className="grid gap-5 xl:grid-cols-2">
            <PlotChart
              plot={throughputPlot(chart, "iops", spanSeconds)}
              fileName="live-iops"
              height={chartHeight}
              syncId="live"
            />
            <PlotChart
              plot={latencyPlot(chart, spanSeconds)}
              fileName="live-latency"
              height={chartHeight}
              syncId="live"
            />
          </div>
        )}
      </div>
    </Panel>
  );
}

function Connection({ state }: { state: LiveRun["connection"] }) {
  if (state === "lost") return <Badge icon={PlugZap} tone="watch" word="Connection lost, reconnecting" />;
  if (state === "connecting") return <span className="text-muted text-table">Connecting</span>;
  return null;
}
