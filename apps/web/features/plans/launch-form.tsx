"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Panel } from "@/ui/panel";
import { LaunchButton } from "./launch-button";
import { customPlan, PlanPicker } from "./plan-picker";
import { PreflightPanel } from "./preflight-panel";
import { SettingsForm } from "./settings-form";
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
          <PlanPicker value={planId} onChange={change.choosePlan} />
          {planId === customPlan ? (
            <div className="border-t p-4">
              <WorkloadForm
                value={choice.workloadText}
                onChange={change.changeWorkload}
                errors={{ ...fieldErrorsOf(known?.blockers ?? []), ...choice.workload.errors }}
              />
            </div>
          ) : null}
        </Panel>
        {target === undefined ? null : (
          <SettingsForm key={choice.settingsKey} target={target} value={settings} onChange={change.changeSettings} />
        )}
      </div>
      <div className="grid min-w-0 gap-4 xl:sticky xl:top-16">
        <PreflightPanel choice={choice} preflight={preflight.data} error={preflight.error}>
          <LaunchButton choice={choice} preflight={known} />
        </PreflightPanel>
      </div>
    </div>
  );
}

/** Stands in for a target while none is chosen; the query that would carry it is off. */
const nowhere = { kind: "scratchFile", scratchFileId: "00000000-0000-4000-8000-000000000000" } as const;
const noPlan = { kind: "builtIn", planId: "quick-check" } as const;

function usePreflight({ target, plan, settings }: LaunchChoice) {
  const ready = target !== undefined && plan !== undefined;
  return useQuery(
    useTRPC().run.preflight.queryOptions(
      { target: target ?? nowhere, plan: plan ?? noPlan, settings },
      { enabled: ready, placeholderData: (before) => (ready ? before : undefined) },
    ),
  );
}
