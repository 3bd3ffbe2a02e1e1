"use client";

import { formatDuration } from "@crosspoint/domain";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { type Outputs, useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { Banner } from "@/ui/banner";
import { Panel } from "@/ui/panel";
import { Select } from "@/ui/select";
import { ExactTime } from "@/ui/time";
import { TargetName } from "../list/runs-list";
import { RunStateBadge, stateExplanation } from "../run-state";
import { EnvironmentPanel } from "./environment-panel";
import { LivePanel } from "./live-panel";
import { PointCharts } from "./point-charts";
import { RunActions } from "./run-actions";
import { SummaryPanel } from "./summary-panel";
import { useLiveRun } from "./use-live-run";

export type Run = Outputs["run"]["get"];
export type Point = Run["points"][number];

/** One run: what it does while it runs, what it found afterwards. */
export function RunPage({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.run.get.queryOptions({ runId });
  const { data: run } = useSuspenseQuery(options);
  const isOpen = run.state === "requested" || run.state === "running";
  const live = useLiveRun(runId, isOpen, () => void queryClient.invalidateQueries({ queryKey: options.queryKey }));
  const head = isOpen ? (live.update?.head ?? run) : run;
  const measured = run.points.filter((point) => point.directions.length > 0);
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: run.targetLabel }]}
      title={<TargetName run={run} />}
      status={<RunStateBadge run={head} />}
      subtitle={<RunSubtitle run={run} />}
      actions={<RunActions run={run} />}
    >
      <StateBanner run={{ ...run, ...head }} />
      {isOpen ? <LivePanel live={live} run={run} /> : null}
      {measured.length > 0 ? <SummaryPanel run={run} /> : null}
      {measured.length > 0 ? <SelectedPoint run={run} points={measured} /> : null}
      {measured.length === 0 && !isOpen ? (
        <Panel title="Results">
          <p className="text-muted">No point of this run was measured to its end, so there are no figures to show.</p>
        </Panel>
      ) : null}
    </Page>
  );
}

function RunSubtitle({ run }: { run: Run }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>
        {run.planName} on {run.hostname}
      </span>
      {run.startedAt === undefined ? (
        <span>
          requested <ExactTime time={run.requestedAt} />
        </span>
      ) : (
        <span>
          started <ExactTime time={run.startedAt} />
        </span>
      )}
      {run.startedAt !== undefined && run.finishedAt !== undefined ? (
        <span>took {formatDuration(run.finishedAt.getTime() - run.startedAt.getTime())}</span>
      ) : null}
      {run.requestedBy ? <span>by {run.requestedBy}</span> : null}
      {run.settings.length > 0 ? <span>with {run.settings.join(", ")}, put back afterwards</span> : null}
    </span>
  );
}

/** Why the run is as it is, where that is not plain to see. */
function StateBanner({ run }: { run: Run }) {
  if (run.hostWord.kind === "silent") {
    const { since } = run.hostWord;
    return (
      <Banner
        tone="watch"
        title={
          since === undefined
            ? `${run.hostname} has never reported.`
            : `No word from ${run.hostname} since ${since.toISOString().slice(0, 19).replace("T", " ")} UTC.`
        }
      >
        The run belongs to its agent: it goes on without the server, and what it measures arrives when the host is heard
        of again. Check that the host is up and reaches the server.
      </Banner>
    );
  }
  const explanation = stateExplanation(run.state);
  if (explanation === undefined) return null;
  const title =
    run.reason ??
    { cancelled: "Cancelled.", failed: "Failed.", interrupted: "Interrupted.", declined: "Declined." }[
      run.state as "failed"
    ];
  return (
    <Banner tone={run.state === "failed" ? "failed" : run.state === "cancelled" ? "info" : "watch"} title={title}>
      {explanation}
    </Banner>
  );
}

function SelectedPoint({ run, points }: { run: Run; points: readonly Point[] }) {
  const [chosen, setChosen] = useQueryState("point", parseAsInteger);
  const point = points.find(({ index }) => index + 1 === chosen) ?? points[0];
  if (point === undefined) return null;
  return (
    <>
      <PointCharts
        run={run}
        point={point}
        picker={
          points.length > 1 ? (
            <Select
              aria-label="Point"
              className="h-7 max-w-80"
              value={String(point.index + 1)}
              options={points.map(({ index, spec }) => ({
                value: String(index + 1),
                label: `${index + 1}. ${spec.name}`,
              }))}
              onValueChange={(next) => void setChosen(Number(next))}
            />
          ) : null
        }
      />
      <EnvironmentPanel point={point} />
    </>
  );
}
