"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { Inputs } from "@/api/client";
import { launchParsers, urlOfWorkload, workloadOfUrl } from "./launch-url";
import { customPlan } from "./plan-picker";
import { savedPlanOf } from "./saved-plan-key";
import type { RunSettings } from "./settings-form";
import { readShort, type ShortText } from "./short-text";
import { runIdOf, type TargetChoice, targetOfKey } from "./target-key";
import { type ParsedWorkload, parseWorkload, type WorkloadText } from "./workload";
import { wrongFields } from "./workload-labels";

type PlanChoice = Inputs["run"]["preflight"]["plan"];

/** What is to be launched where, as far as it is chosen. */
export interface LaunchChoice {
  readonly driveId: string | null;
  readonly targetKey: string | null;
  readonly target: TargetChoice | undefined;
  readonly planId: string;
  /** The run whose plan is launched again. */
  readonly again: string | null;
  /** The longest time of a point in seconds, where it is a trial of the plan. */
  readonly short: ShortText | undefined;
  /** Undefined while the workload or the time of a trial cannot be read. */
  readonly plan: PlanChoice | undefined;
  /** Why there is no plan. */
  readonly mistake: string | undefined;
  readonly workloadText: WorkloadText;
  readonly workload: ParsedWorkload;
  readonly settings: RunSettings;
  /** Waits for its turn where the target or its host is busy. */
  readonly queue: boolean;
  readonly parallelOnHost: boolean;
  /** Settings belong to one target. */
  readonly settingsKey: string;
}

export function useLaunchChoice() {
  const [url, setUrl] = useQueryStates(launchParsers, { history: "replace" });
  const [settingsOf, setSettingsOf] = useState<{ key: string; settings: RunSettings }>({ key: "", settings: {} });
  const target = targetOfKey(url.target, url.drive);
  const settingsKey = JSON.stringify(target);
  const workloadText = workloadOfUrl(url);
  const workload = parseWorkload(workloadText);
  const again = runIdOf(url.again);
  const short = url.short === null ? undefined : readShort(url.short);
  const choice: LaunchChoice = {
    driveId: url.drive,
    targetKey: url.target,
    target,
    planId: url.plan,
    again,
    short,
    plan: shortened(again === null ? planOf(url.plan, workload) : { kind: "ofRun", runId: again }, short),
    mistake: mistakeIn(workload, short),
    workloadText,
    workload,
    settings: again === null && settingsOf.key === settingsKey ? settingsOf.settings : {},
    queue: url.start === "queue",
    parallelOnHost: url.beside,
    settingsKey,
  };
  return {
    choice,
    chooseTarget: (key: string) => void setUrl({ target: key }),
    showAllTargets: () => void setUrl({ drive: null, target: null }),
    choosePlan: (id: string) => void setUrl({ plan: id }),
    chooseOtherPlan: () => void setUrl({ again: null }),
    shorten: (text: string | null) => void setUrl({ short: text }),
    changeWorkload: (text: WorkloadText) => void setUrl(urlOfWorkload(text)),
    changeQueue: (queue: boolean) => void setUrl({ start: queue ? "queue" : "now" }),
    changeParallel: (beside: boolean) => void setUrl({ beside }),
    changeSettings: (settings: RunSettings) => setSettingsOf({ key: settingsKey, settings }),
  };
}

function planOf(planId: string, workload: ParsedWorkload): PlanChoice | undefined {
  if (planId !== customPlan) return savedPlanOf(planId) ?? { kind: "builtIn", planId };
  return workload.kind === "valid" ? { kind: "custom", workload: workload.workload } : undefined;
}

function shortened(plan: PlanChoice | undefined, short: ShortText | undefined): PlanChoice | undefined {
  if (plan === undefined || short === undefined) return plan;
  return short.seconds === undefined ? undefined : { ...plan, shortened: { pointSecondsMax: short.seconds } };
}

function mistakeIn(workload: ParsedWorkload, short: ShortText | undefined): string | undefined {
  if (workload.kind === "invalid") return wrongFields(workload.errors);
  return short?.error === undefined ? undefined : `Correct the longest point: ${short.error}`;
}
