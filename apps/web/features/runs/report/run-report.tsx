"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { VerdictBadge } from "../qualification/verdict-badge";
import { CriteriaPanel, DatabasePanel, EffectPanel, FindingsPanel, NearPeakPanel } from "../run/lazy-panels";
import { hasJudgedRounds } from "../run/plan-places";
import { PreconditionPanel } from "../run/precondition-panel";
import { RatedPanel } from "../run/rated-panel";
import { partedPoints, type Run } from "../run/run-detail";
import { StateBanner } from "../run/state-banner";
import { RunStateBadge } from "../run-state";
import { TargetName } from "../target-name";
import { FiguresPanel } from "./figures-panel";
import { IdentityPanel } from "./identity-panel";
import { PrintButton } from "./print-button";
import { SniaReport } from "./snia/snia-report";
import { WarningsPanel } from "./warnings-panel";

/** A run on paper: which drive, the verdict with its reasons, the figures, and what the run did to the drive. */
export function RunReport({ runId }: { runId: string }) {
  const { data: run } = useSuspenseQuery(useTRPC().run.get.queryOptions({ runId }));
  const { qualification } = run.effect;
  return (
    <Page
      crumbs={[
        { name: "Benchmarks", href: "/benchmarks" },
        { name: run.planName, href: `/benchmarks/${run.id}` },
        { name: "Report" },
      ]}
      title={
        <>
          {run.planName} <span className="font-normal text-muted">of</span> <TargetName run={run} />
        </>
      }
      status={
        qualification === undefined ? <RunStateBadge run={run} /> : <VerdictBadge verdict={qualification.verdict} />
      }
      actions={<PrintButton />}
    >
      <StateBanner run={run} />
      {hasJudgedRounds(run.steps) ? <SniaReport run={run} /> : <FiguresReport run={run} />}
      <EffectPanel effect={run.effect} />
    </Page>
  );
}

/** The figures of every point, with the verdicts that its plan asks for. */
function FiguresReport({ run }: { run: Run }) {
  const { qualification } = run.effect;
  const [fills] = partedPoints(run.points);
  return (
    <>
      <IdentityPanel run={run} />
      <FindingsPanel run={run} />
      {qualification === undefined ? null : <CriteriaPanel qualification={qualification} />}
      {run.rated === undefined ? null : <RatedPanel rated={run.rated} />}
      <PreconditionPanel points={fills} />
      <NearPeakPanel run={run} />
      <FiguresPanel run={run} />
      <DatabasePanel run={run} />
      <WarningsPanel run={run} />
    </>
  );
}
