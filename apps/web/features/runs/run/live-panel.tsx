"use client";

import { formatDuration, formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { PlugZap } from "lucide-react";
import { LatencyChart, ThroughputChart } from "@/charts/draw/seconds-charts";
import { prepareSeconds } from "@/charts/prepare/seconds-over-time";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { seriesColor } from "@/ui/series-color";
import { Stat } from "@/ui/stat";
import { Badge } from "@/ui/status";
import { useNow } from "@/ui/time";
import { runProgress } from "../progress";
import type { Run } from "./run-page";
import type { LiveRun } from "./use-live-run";

/** The running point, second by second, and how far the plan is. */
export function LivePanel({ live, run }: { live: LiveRun; run: Run }) {
  const points = live.update?.points ?? run.points;
  const current =
    points.find(({ state }) => state === "running") ?? points.findLast(({ state }) => state !== "pending");
  const spec = current?.spec;
  const seconds = live.seconds.filter(({ pointIndex }) => pointIndex === current?.index);
  const chart = prepareSeconds(seconds, spec?.rampMs ?? 0);
  const last = chart.rows.at(-1);
  const direction = (spec?.readPercent ?? 100) > 0 ? "read" : "write";
  const color = seriesColor(run.targetLabel);
  const span = spec === undefined ? 60 : (spec.rampMs + spec.durationMs) / 1000;
  return (
    <Panel title="Live" note={spec?.name} actions={<Connection state={live.connection} />}>
      <div className="grid gap-5">
        <Progress points={points} silent={(live.update?.head ?? run).hostWord.kind === "silent"} />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-6">
          <Stat label={`${direction === "read" ? "Reads" : "Writes"}, last second`}>
            {last?.[direction].iops == null ? (
              <NotKnown why="no second yet" />
            ) : (
              <Quantity of={formatIops(last[direction].iops)} />
            )}
          </Stat>
          <Stat label="Throughput">
            {last?.[direction].bytesPerSecond == null ? (
              <NotKnown why="no second yet" />
            ) : (
              <Quantity of={formatThroughput(last[direction].bytesPerSecond, "MB/s")} />
            )}
          </Stat>
          {(
            [
              ["Mean", "latencyNsMean"],
              ["Median", "latencyNsP50"],
              ["99th percentile", "latencyNsP99"],
              ["Slowest", "latencyNsMax"],
            ] as const
          ).map(([label, figure]) => (
            <Stat key={figure} label={label}>
              {last?.[direction][figure] == null ? (
                <NotKnown why="nothing completed in this second" />
              ) : (
                <Quantity of={formatLatency(last[direction][figure])} />
              )}
            </Stat>
          ))}
        </div>
        {chart.rows.length === 0 ? (
          <p className="grid h-[292px] place-items-center text-muted">
            The charts begin with the first second that arrives.
          </p>
        ) : null}
        <div className={chart.rows.length === 0 ? "hidden" : "grid gap-5 xl:grid-cols-2"}>
          <ThroughputChart
            chart={chart}
            unit="iops"
            color={color}
            spanSeconds={span}
            fileName="live-iops"
            height={220}
          />
          <LatencyChart chart={chart} color={color} spanSeconds={span} fileName="live-latency" height={220} />
        </div>
      </div>
    </Panel>
  );
}

function Connection({ state }: { state: LiveRun["connection"] }) {
  if (state === "lost") return <Badge icon={PlugZap} tone="watch" word="Connection lost, reconnecting" />;
  if (state === "connecting") return <span className="text-muted text-table">Connecting</span>;
  return null;
}

const phaseWords = {
  waiting: "Waiting for the agent to begin",
  ramp: "Ramp, not counted",
  measure: "Measuring",
  between: "Between two points",
  over: "Finishing",
} as const;

/** Of a silent host nobody knows how far it is: the bar stands where it was last heard of, and promises nothing. */
function Progress({ points, silent }: { points: LiveRunPoints; silent: boolean }) {
  const now = useNow();
  const progress = runProgress(points, now);
  const point = progress.currentPoint ?? points.filter(({ state }) => state !== "pending").length;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">
          {silent ? "Last heard of" : phaseWords[progress.phase]}
          {point > 0 ? `, point ${point} of ${progress.totalPoints}` : ""}
        </span>
        <span className="text-muted">
          {silent
            ? "time left is not known"
            : progress.leftMs > 0
              ? `about ${formatDuration(Math.max(progress.leftMs, 1000))} left`
              : "any moment now"}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label="Progress of the run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress.percent)}
        className="h-2 overflow-hidden rounded-full bg-border"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-1000"
          style={{ width: `${progress.percent}%` }}
        />
      </div>
    </div>
  );
}

type LiveRunPoints = NonNullable<LiveRun["update"]>["points"];
