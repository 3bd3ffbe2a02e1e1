"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Panel } from "@/ui/panel";
import { LaunchButton } from "./launch-button";
import { PlanOfRun } from "./plan-of-run";
import { customPlan, PlanPicker } from "./plan-picker";
import { PreflightPanel } from "./preflight-panel";
import { SettingsForm } from "./settings-form";
import { ShortForm } from "./short-form";
import { StartForm } from "./start-form";
import { TargetPicker } from "./target-picker";
import { type LaunchChoice, useLaunchChoice } from "./use-launch-choice";
import { WorkloadForm } from "./workload-form";
import { fieldErrorsOf } from "./workload-labels";

/** Three steps on one page: where, what, and what that means; then the launch. */
export function LaunchForm() {
  const { choice, ...change } = useLaunchChoice();
  const { target, planId, settings } = choice;
  const preflight = usePreflight(choice);
  const known = preflight.isPlaceholderData ? undefined : preflight.data;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid min-w-0 gap-4">
        <Panel title="Target" flush>
          <TargetPicker
            driveId={choice.driveId}
            value={choice.targetKey}
            onChange={change.chooseTarget}
            onShowAll={change.showAllTargets}
          />
        </Panel>
        <Panel title="Plan" flush>
          {choice.again === null ? (
            <PlanPicker value={planId} onChange={change.choosePlan} />
          ) : (
            <PlanOfRun runId={choice.again} onOther={change.chooseOtherPlan} />
          )}
          {choice.again === null && planId === customPlan ? (
            <div className="border-t p-4">
              <WorkloadForm
                value={choice.workloadText}
                onChange={change.changeWorkload}
                errors={{ ...fieldErrorsOf(known?.blockers ?? []), ...choice.workload.errors }}
              />
            </div>
          ) : null}
          <ShortForm value={choice.short} onChange={change.shorten} />
        </Panel>
        {target === undefined || choice.again !== null ? null : (
          <SettingsForm key={choice.settingsKey} target={target} value={settings} onChange={change.changeSettings} />
        )}
      </div>
      <div className="grid min-w-0 gap-4 xl:sticky xl:top-16">
        <PreflightPanel choice={choice} preflight={preflight.data} error={preflight.error}>
          <StartForm choice={choice} onQueue={change.changeQueue} onParallel={change.changeParallel} />
          <LaunchButton choice={choice} preflight={known} />
        </PreflightPanel>
      </div>
    </div>
  );
}

function usePreflight({ target, plan, settings, queue, parallelOnHost }: LaunchChoice) {
  const input =
    target === undefined || plan === undefined ? skipToken : { target, plan, settings, queue, parallelOnHost };
  return useQuery(
    useTRPC().run.preflight.queryOptions(input, {
      placeholderData: (before) => (input === skipToken ? undefined : before),
    }),
  );
}
