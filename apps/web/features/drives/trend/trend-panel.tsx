"use client";

import { metricOf } from "@crosspoint/domain";
import { METHODS } from "@crosspoint/domain/analysis";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/lazy";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { Select } from "@/ui/select";
import { seriesColor } from "@/ui/series-color";
import { Skeleton } from "@/ui/skeleton";
import { trendPlot } from "./prepare-trend";
import type { Trend } from "./trend";
import { changesSaid, kindSaid, type Said, unshownSaid } from "./trend-words";

const metrics = ["iops", "bytesPerSecond", "latencyNsMean", "latencyNsP50", "latencyNsP99"] as const;
const parsers = {
  trendPlan: parseAsString,
  trendLoad: parseAsString,
  trendMetric: parseAsStringLiteral(metrics).withDefault("iops"),
};

/** How the runs of one plan on a drive went, and how it stands among the fleet's drives of its model. */
export function TrendPanel({ driveId }: { driveId: string }) {
  const [{ trendPlan, trendLoad, trendMetric }, set] = useQueryStates(parsers);
  const input = {
    driveId,
    metric: trendMetric,
    ...(trendPlan === null ? {} : { plan: trendPlan }),
    ...(trendLoad === null ? {} : { load: trendLoad }),
  };
  const options = useTRPC().compare.trend.queryOptions(input, { placeholderData: keepPreviousData });
  const { data, error, refetch } = useQuery(options);
  return (
    <Panel
      title="Benchmarks over time"
      note="one plan, one workload, run by run"
      actions={data?.chosen ? <CompareLink trend={data} /> : null}
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-80" /> : null}
      {data === undefined ? null : (
        <Shown
          trend={data}
          driveId={driveId}
          onPlan={(plan) => void set({ trendPlan: plan, trendLoad: null })}
          onLoad={(load) => void set({ trendLoad: load })}
          onMetric={(metric) => void set({ trendMetric: metric })}
        />
      )}
    </Panel>
  );
}

function CompareLink({ trend: { series } }: { trend: Trend }) {
  return (
    <Link
      href={`/compare?s=${series.map(encodeURIComponent).join(",")}`}
      className="text-accent text-table hover:underline"
    >
      Compare with its model
    </Link>
  );
}

type Metric = (typeof metrics)[number];

interface ShownProps {
  readonly trend: Trend;
  readonly driveId: string;
  readonly onPlan: (plan: string) => void;
  readonly onLoad: (load: string) => void;
  readonly onMetric: (metric: Metric) => void;
}

function Shown({ trend, driveId, onPlan, onLoad, onMetric }: ShownProps) {
  const { chosen, plans, loads } = trend;
  if (chosen === undefined) {
    return (
      <p className="text-muted">
        No complete run with results yet. A change takes six runs of one plan to be told from noise, and four drives of
        a model to say what is usual for it.
      </p>
    );
  }
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Plan of the runs"
          className="h-7"
          value={chosen.plan.plan}
          onValueChange={onPlan}
          options={plans.map(({ plan, name, runs }) => ({
            value: plan,
            label: `${name}, ${runs === 1 ? "1 run" : `${runs} runs`}`,
          }))}
        />
        <Select
          aria-label="Workload of the runs"
          className="h-7"
          value={chosen.load.key}
          onValueChange={onLoad}
          options={loads.map(({ key, words }) => ({ value: key, label: words }))}
        />
        <Select
          aria-label="Figure of the runs"
          className="h-7"
          value={trend.metric as Metric}
          onValueChange={onMetric}
          options={metrics.map((id) => ({ value: id, label: metricOf(id).name }))}
        />
      </div>
      <PlotChart plot={trendPlot(trend, chosen, seriesColor(driveId))} fileName="drive-trend" height={220} />
      <ul aria-label="What these runs say" className="grid gap-1.5">
        {changesSaid(trend).map((said) => (
          <Saying key={said.text} said={said} method="eDivisive" />
        ))}
        <Saying said={kindSaid(trend)} method="modifiedZScore" />
        {unshownSaid(trend).map((said) => (
          <Saying key={said.text} said={said} />
        ))}
      </ul>
    </div>
  );
}

const icons = { good: CircleCheck, watch: CircleAlert, none: Info } as const;
const colors = { good: "text-good", watch: "text-watch", none: "text-muted" } as const;

function Saying({ said: { tone, text, basis }, method }: { said: Said; method?: "eDivisive" | "modifiedZScore" }) {
  const Icon = icons[tone];
  return (
    <li className="flex items-baseline gap-2">
      <Icon aria-hidden className={`size-4 shrink-0 translate-y-0.5 ${colors[tone]}`} />
      <span>
        {text}
        {basis === undefined || method === undefined ? null : (
          <span className="block text-muted text-table" title={METHODS[method].source}>
            {METHODS[method].name}: {basis}.
          </span>
        )}
      </span>
    </li>
  );
}
