"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { Panel } from "@/ui/panel";
import { ImportedMark } from "../imported-mark";
import { RunStateBadge } from "../run-state";
import { TargetName } from "../target-name";
import { AnswerPanels } from "./answer-panels";
import {
  CriteriaPanel,
  DatabasePanel,
  EffectPanel,
  FindingsPanel,
  ImportedPanels,
  RatedPanel,
  RepeatsPanel,
  SelectedPoint,
} from "./lazy-panels";
import { LivePanel } from "./live-panel";
import { NotesPanel } from "./notes-panel";
import { PreconditionPanel } from "./precondition-panel";
import { RunActions } from "./run-actions";
import { hasFigures, isMissed, partedPoints, runName } from "./run-detail";
import { RunSubtitle } from "./run-subtitle";
import { StateBanner } from "./state-banner";
import { SummaryPanel } from "./summary-panel";
import { useLiveRun } from "./use-live-run";

/** One run: what it does while it runs, what it found afterwards. */
export function RunPage({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.run.get.queryOptions({ runId });
  const { data: run } = useSuspenseQuery(options);
  const live = useLiveRun(run, () => void queryClient.invalidateQueries({ queryKey: options.queryKey }));
  const isOpen = live.connection !== "over";
  const head = { ...live.head, hostWord: live.word };
  const [fills, measuring] = partedPoints(run.points);
  const hasDatabase = run.databasePoints.length > 0;
  // A run of nothing but databases has no seconds to follow: what it is at stands in their table.
  const hasLoads = run.points.length > 0 || !hasDatabase;
  const shown = measuring.filter(hasFigures);
  const isOver = measuring.some((point) => point.directions.length > 0 || isMissed(point));
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: runName(run) }]}
      title={
        <>
          {runName(run)} <span className="font-normal text-muted">on</span>{" "}
          {run.scratchFileId === undefined ? <TargetName run={run} /> : "a scratch file"}
        </>
      }
      status={
        <>
          <RunStateBadge run={head} />
          <ImportedMark run={run} />
        </>
      }
      subtitle={<RunSubtitle run={run} />}
      actions={<RunActions run={run} />}
    >
      <StateBanner run={{ ...run, ...head }} />
      {isOpen && head.state !== "queued" && hasLoads ? <LivePanel run={run} live={live} /> : null}
      <FindingsPanel run={run} />
      <PreconditionPanel points={fills} />
      {run.effect.qualification === undefined ? null : <CriteriaPanel qualification={run.effect.qualification} />}
      {run.rated === undefined ? null : <RatedPanel rated={run.rated} />}
      <AnswerPanels run={run} />
      {isOver ? <SummaryPanel run={run} /> : null}
      {run.imported === undefined ? null : <ImportedPanels run={run} imported={run.imported} />}
      {shown.length > 0 && run.imported === undefined ? <SelectedPoint run={run} points={shown} /> : null}
      <RepeatsPanel run={run} />
      <DatabasePanel run={run} />
      {shown.length === 0 && !isOpen && !isOver && hasLoads && run.imported === undefined ? (
        <Panel title="Results">
          <p className="text-muted">No results: no point of this run was measured.</p>
        </Panel>
      ) : null}
      <EffectPanel effect={run.effect} />
      <NotesPanel run={run} />
    </Page>
  );
}
