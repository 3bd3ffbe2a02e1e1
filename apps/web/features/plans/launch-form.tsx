"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { ChosenTargetsPanel } from "./chosen-targets-panel";
import { LaunchButton } from "./launch-button";
import { ManyPicker } from "./many-picker";
import { ManyPreflight } from "./many-preflight";
import { useManyPreview } from "./many-preview";
import { PlanOfRun } from "./plan-of-run";
import { customPlan, PlanPicker } from "./plan-picker";
import type { Preflight } from "./preflight";
import { PreflightFacts } from "./preflight-panel";
import { SettingsForm } from "./settings-form";
import { ShortForm } from "./short-form";
import { StartForm } from "./start-form";
import { targetOfKey } from "./target-key";
import { TargetPicker } from "./target-picker";
import { type LaunchChoice, useLaunchChoice } from "./use-launch-choice";
import { WorkloadForm } from "./workload-form";
import { fieldErrorsOf } from "./workload-labels";

type Launch = ReturnType<typeof useLaunchChoice>;

/** Three steps on one page: where, what, and what that means; then the launch. */
export function LaunchForm() {
  const launch = useLaunchChoice();
  const { choice } = launch;
  const preflight = usePreflight(choice);
  const preview = useManyPreview(choice);
  const known = preflight.isPlaceholderData ? undefined : preflight.data;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid min-w-0 gap-4">
        <TargetPanel {...launch} />
        {choice.many ? (
          <ChosenTargetsPanel
            keys={choice.targetKeys}
            preview={preview}
            scheduled={choice.rhythm !== undefined}
            onChange={launch.chooseTargets}
          />
        ) : null}
        <PlanPanel {...launch} preflight={known} />
        <SettingsOfTarget {...launch} />
      </div>
      <div className="grid min-w-0 gap-4 xl:sticky xl:top-16">
        <Panel title="Preflight">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {choice.many ? (
              <ManyPreflight choice={choice} preview={preview} />
            ) : (
              <PreflightFacts choice={choice} preflight={preflight.data} error={preflight.error} />
            )}
            <StartForm {...launch} />
            <LaunchButton choice={choice} preflight={known} preview={preview} />
          </div>
        </Panel>
      </div>
    </div>
  );
}

function TargetPanel({ choice, ...change }: Launch) {
  return (
    <Panel
      title="Target"
      flush
      actions={
        <Segmented
          label="How many targets"
          value={choice.many ? "many" : "one"}
          onValueChange={(next) => change.chooseMany(next === "many")}
          options={[
            { value: "one", label: "One" },
            { value: "many", label: "Many" },
          ]}
        />
      }
    >
      {choice.many ? (
        <ManyPicker value={choice.targetKeys} onChange={change.chooseTargets} />
      ) : (
        <TargetPicker
          driveId={choice.driveId}
          value={choice.targetKey}
          onChange={change.chooseTarget}
          onShowAll={change.showAllTargets}
        />
      )}
    </Panel>
  );
}

function PlanPanel({ choice, preflight, ...change }: Launch & { readonly preflight: Preflight | undefined }) {
  const { planId, isPlanNamed, again } = choice;
  return (
    <Panel title="Plan" flush>
      {again === null ? (
        <PlanPicker value={planId} isNamed={isPlanNamed} onChange={change.choosePlan} />
      ) : (
        <PlanOfRun runId={again} onOther={change.chooseOtherPlan} />
      )}
      {again === null && planId === customPlan ? (
        <div className="border-t p-4">
          <WorkloadForm
            value={choice.workloadText}
            onChange={change.changeWorkload}
            errors={{ ...fieldErrorsOf(preflight?.blockers ?? []), ...choice.workload.errors }}
          />
        </div>
      ) : null}
      <ShortForm value={choice.short} onChange={change.shorten} />
    </Panel>
  );
}

/** Of the target, or of a batch's first drive: what others do not offer stands against them in their rows. */
function SettingsOfTarget({ choice, changeSettings }: Launch) {
  const { many, targetKeys, again, settings, settingsKey } = choice;
  const first = targetKeys.map((key) => targetOfKey(key, null)).find((each) => each?.kind === "namespace");
  const target = many ? first : choice.target;
  if (target === undefined || again !== null) return null;
  return <SettingsForm key={settingsKey} target={target} value={settings} onChange={changeSettings} />;
}

/** A schedule may be made while its target is busy. */
function usePreflight({ target, plan, settings, start, rhythm, parallelOnHost }: LaunchChoice) {
  const queue = start === "queue" || rhythm !== undefined;
  const input =
    target === undefined || plan === undefined ? skipToken : { target, plan, settings, queue, parallelOnHost };
  return useQuery(
    useTRPC().run.preflight.queryOptions(input, {
      placeholderData: (before) => (input === skipToken ? undefined : before),
    }),
  );
}
