"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/lazy";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import type { Run } from "../run-detail";
import { type PlanRepeats, type RepeatedLoad, type RepeatMetric, repeatedLoads } from "./repeats";
import { repeatsPlot, widestShare } from "./repeats-plot";
import { RepeatsTable } from "./repeats-table";

const metrics = { iops: "iops", mean: "latencyNsMean", p99: "latencyNsP99" } as const;
const metricIds = ["iops", "mean", "p99"] as const;
const metricTabs = [
  { value: "iops", label: "IOPS" },
  { value: "mean", label: "Mean" },
  { value: "p99", label: "p99" },
] as const;

/** How the same loads came out each time; nothing where each was measured once. */
export function RepeatsPanel({ run }: { run: Run }) {
  const { data } = useQuery(useTRPC().run.repeats.queryOptions({ runId: run.id }));
  return data === undefined ? null : <Repeats run={run} repeats={data} />;
}

/** Drawings that stand beside one another before somebody asks for all. */
const drawnFirst = 6;

function Repeats({ run, repeats }: { run: Run; repeats: PlanRepeats }) {
  const [chosen, choose] = useQueryState("repeats", parseAsStringLiteral(metricIds).withDefault("iops"));
  const metric: RepeatMetric = metrics[chosen];
  const loads = useMemo(() => repeatedLoads(run, repeats, metric), [run, repeats, metric]);
  if (loads.length === 0) return null;
  return (
    <Panel
      title="Repeats"
      note={unitWords(loads, repeats)}
      actions={
        <Segmented
          label="Figure of repeats"
          value={chosen}
          onValueChange={(next) => void choose(next)}
          options={metricTabs}
        />
      }
      flush
    >
      <Multiples run={run} loads={loads} metric={metric} />
      <RepeatsTable loads={loads} metric={metric} />
      <p className="px-4 py-3 text-muted text-table">
        One scale for all drawings, in percent of each mean, of p99 of each median. The interval is where that would lie
        over many more repeats under the same conditions. Complete points alone; values that lie far from the others are
        marked and still count.
      </p>
    </Panel>
  );
}

function unitWords([first]: readonly RepeatedLoad[], { runs, olderRuns }: PlanRepeats): string {
  if (first?.unit !== "runs") return "the same load within this run";
  const older = olderRuns > 0 ? `; ${olderRuns} older not shown` : "";
  return `${runs.length} complete runs of this plan on this target${older}`;
}

function Multiples({ run, loads, metric }: { run: Run; loads: readonly RepeatedLoad[]; metric: RepeatMetric }) {
  const [all, setAll] = useState(false);
  const router = useRouter();
  const plots = useMemo(() => {
    const share = widestShare(loads);
    const widestFirst = loads.toSorted((a, b) => b.spreadPercent - a.spreadPercent);
    return widestFirst.map((load) => ({ key: load.key, plot: repeatsPlot(load, metric, share, run.id) }));
  }, [loads, metric, run.id]);
  const shown = all ? plots : plots.slice(0, drawnFirst);
  const show = (id: string) => {
    const [runId = "", sequence] = id.split(" ");
    router.push(`/benchmarks/${runId}?point=${Number(sequence) + 1}`, { scroll: runId !== run.id });
  };
  return (
    <div className="grid gap-4 p-4">
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
        {shown.map(({ key, plot }) => (
          <PlotChart key={key} plot={plot} fileName={`${run.serial ?? "run"}-repeats`} height={180} onChoose={show} />
        ))}
      </div>
      {plots.length > drawnFirst ? (
        <Button size="small" className="w-fit" onClick={() => setAll(!all)}>
          {all ? `Show the ${drawnFirst} that spread most` : `Show all ${plots.length} loads`}
        </Button>
      ) : null}
    </div>
  );
}
