"use client";

import {
  bytesPerSecondPer,
  chooseThroughputUnit,
  formatCount,
  formatPercent,
  formatTemperature,
  formatThroughput,
} from "@crosspoint/domain";
import { ChartLine } from "lucide-react";
import type { Outputs } from "@/api/client";
import { PlotChart } from "@/charts/draw/plot-chart";
import { directionDash } from "@/charts/marks/dash";
import { type TimeSeries, timeSeriesPlot } from "@/charts/prepare/time-series";
import { EmptyState } from "@/ui/empty-state";
import { isoTime } from "@/ui/relative-time";
import { directionColor } from "@/ui/series-color";
import { LanesChart } from "../events/lanes-chart";
import { type DriveLimits, spareLimits, temperatureLimits, usedLimits } from "./history-limits";
import { longestStepMs, rateSamples, temperatureSamples } from "./history-series";

type History = Outputs["drive"]["history"];

interface HistoryChartsProps {
  readonly driveId: string;
  readonly history: History;
  readonly limits: DriveLimits;
}

/** What the samples of a time show, a chart each, below what was wrong and what was done at the time. */
export function HistoryCharts({ driveId, history, limits }: HistoryChartsProps) {
  const { since, until, points } = history;
  return (
    <div className="grid min-w-0 gap-y-5 [&>*]:min-w-0">
      <LanesChart driveId={driveId} since={since} until={until} syncId={syncId} />
      {points.length === 0 ? (
        <EmptyState icon={ChartLine} title="No samples in this range">
          Choose a longer range, or check on the host&apos;s page that its agent is reporting.
        </EmptyState>
      ) : (
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
          <TemperatureChart history={history} limits={limits} />
          <RatesChart history={history} />
          <PercentageUsedChart history={history} limits={limits} />
          <SpareChart history={history} limits={limits} />
          <MediaErrorsChart history={history} />
        </div>
      )}
    </div>
  );
}

/** One crosshair and one zoom over all charts of the drive. */
const syncId = "drive-history";
const height = 220;

interface HistoryChartProps
  extends Pick<Parameters<typeof timeSeriesPlot>[0], "title" | "note" | "y" | "tableUnit" | "limits"> {
  readonly history: History;
  readonly series: readonly TimeSeries[];
  readonly fileName: string;
}

function HistoryChart({ history, series, fileName, ...plot }: HistoryChartProps) {
  const { since, until } = history;
  return (
    <PlotChart
      plot={timeSeriesPlot({
        ...plot,
        series,
        sinceMs: since.getTime(),
        untilMs: until.getTime(),
        longestStepMs: longestStepMs(history),
        moment: (timeMs) => isoTime(new Date(timeMs)),
        empty: plot.note === undefined ? undefined : `No value in this range: ${plot.note}.`,
      })}
      fileName={fileName}
      height={height}
      syncId={syncId}
    />
  );
}

function TemperatureChart({ history, limits }: Pick<HistoryChartsProps, "history" | "limits">) {
  const samples = temperatureSamples(history.points);
  return (
    <HistoryChart
      history={history}
      series={[{ id: "temperature", label: "Composite temperature", color: "var(--series-1)", samples }]}
      title="Temperature"
      note={samples.some(({ min, max }) => min !== max) ? "mean, min–max band" : undefined}
      y={{ title: "°C", scale: "linear", offset: 273, format: (kelvin) => formatTemperature(kelvin).text }}
      limits={temperatureLimits(limits)}
      tableUnit="kelvin"
      fileName="temperature"
    />
  );
}

function RatesChart({ history }: { history: History }) {
  const longestMs = longestStepMs(history);
  const read = rateSamples(history.points, "dataUnitsReadIncrease", longestMs);
  const written = rateSamples(history.points, "dataUnitsWrittenIncrease", longestMs);
  const unit = chooseThroughputUnit([...read, ...written].reduce((most, { value }) => Math.max(most, value), 0));
  return (
    <HistoryChart
      history={history}
      series={[
        { id: "read", label: "Read", color: directionColor.read, dash: directionDash.read, samples: read },
        { id: "written", label: "Written", color: directionColor.write, dash: directionDash.write, samples: written },
      ]}
      title="Data read and written"
      note={read.length + written.length === 0 ? "needs two samples in a row" : "from data units"}
      y={{
        title: unit,
        scale: "linear",
        fromZero: true,
        perUnit: bytesPerSecondPer(unit),
        format: (value) => formatThroughput(value, unit).text,
      }}
      tableUnit="bytes_per_s"
      fileName="data-read-and-written"
    />
  );
}

interface PercentChartProps extends Pick<HistoryChartProps, "history" | "title" | "limits" | "fileName"> {
  /** Of what: "rated endurance". */
  readonly whole: string;
  readonly color: string;
  readonly samples: TimeSeries["samples"];
}

/** A percentage that the drive tells of itself, in whole percents from zero on. */
function PercentChart({ title, whole, color, samples, fileName, ...chart }: PercentChartProps) {
  return (
    <HistoryChart
      {...chart}
      series={[{ id: fileName, label: title, color, samples }]}
      title={title}
      y={{
        title: `% of ${whole}`,
        scale: "linear",
        fromZero: true,
        whole: true,
        format: (value) => formatPercent(value).text,
      }}
      tableUnit="percent"
      fileName={fileName}
    />
  );
}

function PercentageUsedChart({ history, limits }: Pick<HistoryChartsProps, "history" | "limits">) {
  const values = history.points.map(({ percentageUsed }) => percentageUsed);
  return (
    <PercentChart
      history={history}
      title="Percentage used"
      whole="rated endurance"
      color="var(--series-3)"
      samples={history.points.map(({ time, percentageUsed: value }) => ({ timeMs: time.getTime(), value }))}
      limits={usedLimits(limits, values)}
      fileName="percentage-used"
    />
  );
}

function SpareChart({ history, limits }: Pick<HistoryChartsProps, "history" | "limits">) {
  return (
    <PercentChart
      history={history}
      title="Available spare"
      whole="the spare blocks"
      color="var(--series-5)"
      samples={history.points.map(({ time, availableSparePercent: value }) => ({ timeMs: time.getTime(), value }))}
      limits={spareLimits(limits)}
      fileName="available-spare"
    />
  );
}

function MediaErrorsChart({ history }: { history: History }) {
  const samples = history.points.map(({ time, mediaErrors }) => ({
    timeMs: time.getTime(),
    value: Number(mediaErrors),
  }));
  return (
    <HistoryChart
      history={history}
      series={[{ id: "errors", label: "Media errors", color: "var(--series-4)", samples }]}
      title="Media and data integrity errors"
      y={{ title: "Lifetime errors", scale: "linear", fromZero: true, whole: true, format: formatCount }}
      tableUnit="count"
      fileName="media-errors"
    />
  );
}
