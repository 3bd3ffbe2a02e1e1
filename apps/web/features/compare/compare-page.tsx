"use client";

import { type ComparisonMetric, decodeHistogram, describeWorkload, workloadKey } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { Download, ListPlus, X } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { save } from "@/charts/draw/chart-frame";
import { ComparisonChart } from "@/charts/draw/comparison-chart";
import { markForms } from "@/charts/draw/hollow-shape";
import { PercentileChart } from "@/charts/draw/percentile-chart";
import { prepareComparisonBars } from "@/charts/prepare/comparison-bars";
import { toCsv } from "@/charts/prepare/csv";
import { preparePercentilesByNines } from "@/charts/prepare/percentiles-by-nines";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { EmptyState } from "@/ui/empty-state";
import { useNarrow } from "@/ui/media-query";
import { Menu, MenuItem } from "@/ui/menu";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { seriesColors } from "@/ui/series-color";
import { PanelSkeleton } from "@/ui/skeleton";
import { ChooseRows } from "./choose-rows";
import { ComparisonTable } from "./comparison-table";
import { comparisonTable } from "./comparison-table-data";
import { DifferencesPanel } from "./differences-panel";
import { metricNames } from "./metric-names";
import { comparisonParsers } from "./selection";

type Comparison = Outputs["compare"]["get"];
export type Entry = Comparison["entries"][number];

const metrics = Object.keys(metricNames) as ComparisonMetric[];

/** Measured points beside published results. The URL is the comparison. */
export function ComparePage() {
  const [selection, setSelection] = useQueryStates(comparisonParsers, { history: "push" });
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.compare.get.queryOptions(
      { measured: selection.m, published: selection.p, withReference: selection.with === "reference" },
      { placeholderData: (before) => before },
    ),
  );
  const setRows = (ids: readonly string[]) => {
    const isPublished = (id: string) =>
      data?.entries.some(({ row }) => row.id === id && row.kind === "published") || id.includes("/");
    void setSelection({
      m: ids.filter((id) => !isPublished(id)),
      p: ids.filter(isPublished),
      with: null,
      workload: null,
    });
  };
  return (
    <Page
      crumbs={[{ name: "Compare" }]}
      title="Compare"
      subtitle="Measured points beside published results; a published figure is always hollow and names its source."
      actions={
        <>
          {data ? <ExportMenu comparison={data} /> : null}
          <CopyLink />
          <Button variant="primary" onClick={() => void setSelection({ choose: true })}>
            <ListPlus aria-hidden /> Choose rows
          </Button>
        </>
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined ? (
        <>
          <PanelSkeleton className="h-96" />
          <PanelSkeleton className="h-72" />
        </>
      ) : (
        <Compared
          comparison={data}
          workload={selection.workload}
          metric={selection.metric}
          scale={selection.scale}
          onWorkload={(workload) => void setSelection({ workload })}
          onMetric={(metric) => void setSelection({ metric })}
          onScale={(scale) => void setSelection({ scale })}
          onRows={setRows}
        />
      )}
      {data ? (
        <ChooseRows
          open={selection.choose}
          onOpenChange={(choose) => void setSelection({ choose: choose || null })}
          chosen={data.isDefault ? [] : data.entries.map(({ row }) => row.id)}
          onChoose={setRows}
        />
      ) : null}
    </Page>
  );
}

interface ComparedProps {
  readonly comparison: Comparison;
  readonly workload: string | null;
  readonly metric: ComparisonMetric;
  readonly scale: "linear" | "logarithmic";
  readonly onWorkload: (workload: string | null) => void;
  readonly onMetric: (metric: ComparisonMetric) => void;
  readonly onScale: (scale: "linear" | "logarithmic") => void;
  readonly onRows: (ids: readonly string[]) => void;
}

function Compared({ comparison, workload, metric, scale, onWorkload, onMetric, onScale, onRows }: ComparedProps) {
  const narrow = useNarrow();
  const { entries: all, isDefault, missing } = comparison;
  const workloads = [...new Map(all.map(({ row }) => [workloadKey(row.workload), describeWorkload(row.workload)]))];
  const entries = workload === null ? all : all.filter(({ row }) => workloadKey(row.workload) === workload);
  const colors = useMemo(() => seriesColors(all.map(colorKey)), [all]);
  const colorOf = (rowId: string) => {
    const entry = all.find(({ row }) => row.id === rowId);
    return (entry && colors.get(colorKey(entry))) ?? "var(--series-8)";
  };
  const chart = prepareComparisonBars(
    entries.map(({ row }) => row),
    metric,
    scale,
  );
  const ids = all.map(({ row }) => row.id);
  return (
    <>
      {missing.length > 0 ? (
        <Banner
          tone="watch"
          title={`${missing.length} of the chosen rows ${missing.length === 1 ? "is" : "are"} not there any more.`}
        >
          <span className="break-all font-mono">{missing.join(", ")}</span>
        </Banner>
      ) : null}
      {isDefault ? (
        <Banner
          tone="info"
          title="Nothing is chosen yet: these are published reference results, none of them measured here."
        >
          Choose a run&apos;s points to see your drives beside them.
        </Banner>
      ) : (
        <Chips entries={all} colorOf={colorOf} onRemove={(id) => onRows(ids.filter((each) => each !== id))} />
      )}
      <Panel
        title={metricNames[metric].full}
        actions={
          <>
            {workloads.length > 1 ? (
              <Select
                aria-label="Workload"
                className="h-7 max-w-64"
                value={workload ?? "all"}
                options={[
                  { value: "all", label: "All workloads" },
                  ...workloads.map(([value, label]) => ({ value, label })),
                ]}
                onValueChange={(next) => onWorkload(next === "all" ? null : next)}
              />
            ) : null}
            <div className="max-w-full overflow-x-auto">
              <Segmented
                label="Metric"
                value={metric}
                onValueChange={onMetric}
                options={metrics.map((value) => ({
                  value,
                  label: metricNames[value].short,
                  name: metricNames[value].full,
                }))}
              />
            </div>
            <Segmented
              label="Axis"
              value={scale}
              onValueChange={onScale}
              options={[
                { value: "linear", label: "Linear" },
                { value: "logarithmic", label: "Logarithmic" },
              ]}
            />
          </>
        }
      >
        {chart.kind === "empty" ? (
          <EmptyState
            icon={X}
            title={`None of these rows has this figure: ${metricNames[metric].full.toLowerCase()}`}
            action={workload === null ? null : <Button onClick={() => onWorkload(null)}>Show all workloads</Button>}
          >
            A measured percentile needs enough samples, and a source may not state it. Choose another metric.
          </EmptyState>
        ) : (
          <ComparisonChart
            chart={chart}
            title={`${metricNames[metric].full} by workload`}
            metricName={metricNames[metric].full}
            colorOf={colorOf}
            sourceName={(sourceId) => sourceName(all, sourceId)}
            narrow={narrow}
          />
        )}
      </Panel>
      <Panel title="Every figure" note="published figures exactly as their source prints them" flush>
        <ComparisonTable entries={entries} colorOf={colorOf} />
      </Panel>
      <PercentilesPanel entries={entries} colorOf={colorOf} />
      <DifferencesPanel environments={comparison.environments} differences={comparison.differences} />
    </>
  );
}

/** Drives of one model share a colour, measured or published: the fill tells those two apart. */
function colorKey({ row, modelId }: Entry): string {
  return modelId ?? row.drive;
}

function sourceName(entries: readonly Entry[], sourceId: string): string {
  const entry = entries.find((each) => each.kind === "published" && each.sourceId === sourceId);
  if (entry?.kind !== "published") return sourceId;
  return [entry.publisher, entry.publishedDate].filter(Boolean).join(", ");
}

interface ChipsProps {
  readonly entries: readonly Entry[];
  readonly colorOf: (rowId: string) => string;
  readonly onRemove: (rowId: string) => void;
}

function Chips({ entries, colorOf, onRemove }: ChipsProps) {
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Rows of the comparison">
      {entries.map(({ row }) => (
        <li
          key={row.id}
          className="flex max-w-full items-center gap-1.5 rounded-full border bg-surface py-0.5 pr-0.5 pl-2.5 text-table"
        >
          <span
            aria-hidden
            className="size-2.5 shrink-0 border-2"
            style={{
              borderColor: colorOf(row.id),
              background: row.kind === "measured" ? colorOf(row.id) : "transparent",
            }}
          />
          <span className="truncate">
            {row.label}, {describeWorkload(row.workload)}
          </span>
          <Button
            variant="ghost"
            size="icon-small"
            className="rounded-full"
            aria-label={`Remove ${row.label}, ${describeWorkload(row.workload)}`}
            onClick={() => onRemove(row.id)}
          >
            <X className="size-3.5!" aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

const dashPatterns = ["", "7 3", "2 3", "9 3 2 3"] as const;

function PercentilesPanel({ entries, colorOf }: { entries: readonly Entry[]; colorOf: (rowId: string) => string }) {
  const prepared = useMemo(() => {
    const series = entries.flatMap((entry) =>
      entry.kind === "measured"
        ? [
            {
              id: entry.row.id,
              label: `${entry.row.label}, ${describeWorkload(entry.row.workload)}`,
              colorKey: colorKey(entry),
              histogram: decodeHistogram(entry.histogram),
            },
          ]
        : [],
    );
    const marks = entries.flatMap((entry) => {
      if (entry.kind !== "published") return [];
      const { latencyNsP50, latencyNsP99, latencyNsP99999 } = entry.row.metrics;
      const source = [entry.publisher, entry.publishedDate].filter(Boolean).join(", ");
      const label = `${entry.row.label}, QD${entry.row.workload.queueDepth}`;
      return (
        [
          ["50", latencyNsP50],
          ["99", latencyNsP99],
          ["99.999", latencyNsP99999],
        ] as const
      ).flatMap(([percentile, figure]) =>
        figure === undefined
          ? []
          : [
              {
                id: entry.row.id,
                label,
                colorKey: colorKey(entry),
                percentile,
                ns: figure.value,
                bound: figure.bound,
                source,
              },
            ],
      );
    });
    return preparePercentilesByNines(series, marks);
  }, [entries]);
  if (prepared.series.length === 0 && prepared.marks.length === 0) return null;
  const ids = [...prepared.series.map(({ id }) => id), ...prepared.marks.map(({ id }) => id)];
  const colors = new Map(ids.map((id) => [id, colorOf(id)]));
  const seen = new Map<string, number>();
  const dashes = new Map(
    prepared.series.map(({ id }) => {
      const color = colorOf(id);
      const order = seen.get(color) ?? 0;
      seen.set(color, order + 1);
      return [id, dashPatterns[order % dashPatterns.length] ?? ""];
    }),
  );
  const workloads = [...new Set(entries.map(({ row }) => workloadKey(row.workload)))];
  const marks = new Map(
    entries.map(({ row }) => [
      row.id,
      markForms[workloads.indexOf(workloadKey(row.workload)) % markForms.length] ?? "square",
    ]),
  );
  return (
    <Panel title="Latency by percentile" note="lines are measured, hollow marks are published">
      <PercentileChart
        chart={prepared}
        title="Latency by percentile, by nines"
        fileName="comparison-percentiles"
        colors={colors}
        dashes={dashes}
        marks={marks}
        height={360}
      />
    </Panel>
  );
}

function ExportMenu({ comparison }: { comparison: Comparison }) {
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem
        onSelect={() =>
          save(new Blob([`${JSON.stringify(comparison, null, 2)}\n`], { type: "application/json" }), "comparison.json")
        }
      >
        JSON, with histograms
      </MenuItem>
      <MenuItem
        onSelect={() =>
          save(new Blob([toCsv(comparisonTable(comparison.entries))], { type: "text/csv" }), "comparison.csv")
        }
      >
        CSV, one line per row
      </MenuItem>
    </Menu>
  );
}

function CopyLink() {
  const href = typeof window === "undefined" ? "" : window.location.href;
  return <CopyButton text={href} what="link to this comparison" />;
}
