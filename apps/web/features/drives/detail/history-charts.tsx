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
import { TimeSeriesChart } from "@/charts/draw/time-series";
import { prepareTimeSeries, type TimeSeries } from "@/charts/prepare/time-series";
import { EmptyState } from "@/ui/empty-state";
import { longestStepMs, rateSamples, temperatureSamples } from "./history-series";

type History = Outputs["drive"]["history"];

/** What the samples of a time show, a chart each. */
export function HistoryCharts({ history }: { history: History }) {
  if (history.points.length === 0) {
    return (
      <EmptyState icon={ChartLine} title="No samples in this range">
        Choose a longer range, or check on the host&apos;s page that its agent is reporting.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      <TemperatureChart history={history} />
      <RatesChart history={history} />
      <PercentageUsedChart history={history} />
      <MediaErrorsChart history={history} />
    </div>
  );
}

/** A chart's axis counts in milliseconds. */
function rangeOf({ since, until }: History) {
  return { sinceMs: since.getTime(), untilMs: until.getTime() };
}

function prepare(history: History, series: readonly TimeSeries[], tableUnit: string) {
  return prepareTimeSeries({ series, ...rangeOf(history), longestStepMs: longestStepMs(history), tableUnit });
}

function TemperatureChart({ history }: { history: History }) {
  const series = [{ id: "temperature", label: "Composite temperature", color: "var(--series-1)" }];
  const chart = prepare(
    history,
    series.map((each) => ({ ...each, samples: temperatureSamples(history.points) })),
    "kelvin",
  );
  return (
    <TimeSeriesChart
      chart={chart}
      series={series}
      {...rangeOf(history)}
      title="Temperature"
      axisTitle="°C"
      offset={273}
      fromZero={false}
      format={(kelvin) => formatTemperature(kelvin).text}
      fileName="temperature"
    />
  );
}

function RatesChart({ history }: { history: History }) {
  const longestMs = longestStepMs(history);
  const series = [
    { id: "read", label: "Read", color: "var(--series-1)" },
    { id: "written", label: "Written", color: "var(--series-2)", dash: "5 3" },
  ];
  const counters = { read: "dataUnitsRead", written: "dataUnitsWritten" } as const;
  const chart = prepare(
    history,
    series.map((each) => ({
      ...each,
      samples: rateSamples(history.points, counters[each.id as keyof typeof counters], longestMs),
    })),
    "bytes_per_s",
  );
  const unit = chooseThroughputUnit(chart.largest ?? 0);
  return (
    <TimeSeriesChart
      chart={chart}
      series={series}
      {...rangeOf(history)}
      title="Data read and written"
      note={chart.rows.length === 0 ? "needs two samples in a row" : "from data units"}
      axisTitle={unit}
      perUnit={bytesPerSecondPer(unit)}
      fromZero
      format={(value) => formatThroughput(value, unit).text}
      fileName="data-read-and-written"
    />
  );
}

function PercentageUsedChart({ history }: { history: History }) {
  const series = [{ id: "used", label: "Percentage used", color: "var(--series-3)" }];
  const samples = history.points.map(({ time, percentageUsed }) => ({ timeMs: time.getTime(), value: percentageUsed }));
  const chart = prepare(
    history,
    series.map((each) => ({ ...each, samples })),
    "percent",
  );
  return (
    <TimeSeriesChart
      chart={chart}
      series={series}
      {...rangeOf(history)}
      title="Percentage used"
      axisTitle="% of rated endurance"
      fromZero
      format={(value) => formatPercent(value).text}
      fileName="percentage-used"
    />
  );
}

function MediaErrorsChart({ history }: { history: History }) {
  const series = [{ id: "errors", label: "Media errors", color: "var(--series-4)" }];
  const samples = history.points.map(({ time, mediaErrors }) => ({
    timeMs: time.getTime(),
    value: Number(mediaErrors),
  }));
  const chart = prepare(
    history,
    series.map((each) => ({ ...each, samples })),
    "count",
  );
  return (
    <TimeSeriesChart
      chart={chart}
      series={series}
      {...rangeOf(history)}
      title="Media and data integrity errors"
      axisTitle="Lifetime errors"
      fromZero
      whole
      format={(value) => formatCount(value)}
      fileName="media-errors"
    />
  );
}
