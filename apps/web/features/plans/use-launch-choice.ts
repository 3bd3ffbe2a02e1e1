"use client";

import { useQueryStates } from "nuqs";
import type { Inputs } from "@/api/client";
import { useBrowserZone } from "@/ui/time";
import { targetsMost, useChosenTargets } from "./chosen-targets";
import { useKept } from "./kept";
import { defaultPlan, launchParsers, type Start, urlOfWorkload, workloadOfUrl } from "./launch-url";
import { customPlan } from "./plan-picker";
import { type ParsedRhythm, parseOnce, parseWeekly, type RhythmText } from "./rhythm-text";
import { savedPlanOf } from "./saved-plan-key";
import type { RunSettings } from "./settings-form";
import { readShort, type ShortText } from "./short-text";
import { isDriveKey, runIdOf, type TargetChoice, targetOfKey } from "./target-key";
import { type ParsedWorkload, parseWorkload, type WorkloadText } from "./workload";
import { wrongFields } from "./workload-labels";

type PlanChoice = Inputs["run"]["preflight"]["plan"];

/** What is to be launched where, as far as it is chosen. */
export interface LaunchChoice {
  readonly driveId: string | null;
  readonly targetKey: string | null;
  /** The one target; undefined for a batch. */
  readonly target: TargetChoice | undefined;
  /** A batch is put together, of the targets with these keys. */
  readonly many: boolean;
  readonly targetKeys: readonly string[];
  readonly planId: string;
  /** The address names it; otherwise it is the default. */
  readonly isPlanNamed: boolean;
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
  /** Settings belong to one target. */
  readonly settingsKey: string;
  readonly start: Start;
  readonly parallelOnHost: boolean;
  /** All targets of a batch at one time. */
  readonly startTogether: boolean;
  /** Of a batch or a schedule. */
  readonly name: string;
  readonly rhythmText: RhythmText;
  /** Undefined where it is not launched at a time. */
  readonly rhythm: ParsedRhythm | undefined;
}

export function useLaunchChoice() {
  const [url, setUrl] = useQueryStates(launchParsers, { history: "replace" });
  const [keys, setKeys] = useChosenTargets();
  const { settingsKey, settings, changeSettings } = useSettings(url.many ? keys[0] : undefined, url);
  const again = runIdOf(url.again);
  const rhythmText = useRhythmText(url);
  const choice: LaunchChoice = {
    driveId: url.drive,
    targetKey: url.target,
    target: url.many ? undefined : targetOfKey(url.target, url.drive),
    many: url.many,
    targetKeys: keys,
    planId: url.plan ?? defaultPlan,
    isPlanNamed: url.plan !== null,
    again,
    ...planChoice(url, again),
    // Those of a batch belong to its drives, and are not shown where none is left.
    settings: again === null && (!url.many || keys.some(isDriveKey)) ? settings : {},
    settingsKey,
    start: url.many && url.start === "queue" ? "now" : url.start,
    parallelOnHost: url.beside,
    startTogether: url.many && url.together,
    name: url.name,
    rhythmText,
    rhythm: rhythmOf(url.start, rhythmText),
  };
  return {
    choice,
    chooseTarget: (key: string) => void setUrl({ target: key }),
    showAllTargets: () => void setUrl({ drive: null, target: null }),
    chooseMany: (many: boolean) => {
      const one = url.target ?? (url.drive === null ? undefined : `${url.drive}.1`);
      if (many && keys.length === 0 && one !== undefined) setKeys([one]);
      void setUrl({ many });
    },
    chooseTargets: (next: readonly string[]) => setKeys(next.slice(0, targetsMost)),
    choosePlan: (id: string) => void setUrl({ plan: id }),
    chooseOtherPlan: () => void setUrl({ again: null }),
    shorten: (text: string | null) => void setUrl({ short: text }),
    changeWorkload: (text: WorkloadText) => void setUrl(urlOfWorkload(text)),
    changeStart: (start: Start) => void setUrl({ start }),
    changeParallel: (beside: boolean) => void setUrl({ beside }),
    changeTogether: (together: boolean) => void setUrl({ together }),
    changeName: (name: string) => void setUrl({ name }),
    changeRhythm: (rhythm: Partial<RhythmText>) => void setUrl(rhythm as Parameters<typeof setUrl>[0]),
    changeSettings,
  };
}

type LaunchUrl = ReturnType<typeof useQueryStates<typeof launchParsers>>[0];

interface KeptSettings {
  readonly key: string;
  readonly settings: RunSettings;
}

/** Settings of a drive are forgotten where another target is chosen; of a batch they are those of its first. */
function useSettings(firstKey: string | undefined, url: LaunchUrl) {
  const [kept, setKept] = useKept("crosspoint.launch.settings", readSettings);
  const target = url.many ? targetOfKey(firstKey ?? null, null) : targetOfKey(url.target, url.drive);
  const settingsKey = JSON.stringify(url.many ? "many" : target);
  return {
    settingsKey,
    settings: kept.key === settingsKey ? kept.settings : noSettings,
    changeSettings: (settings: RunSettings) => setKept({ key: settingsKey, settings }),
  };
}

const noSettings: RunSettings = {};

/** What this tab wrote itself; the server judges it. */
function readSettings(stored: unknown): KeptSettings {
  const { key, settings } = Object(stored) as Partial<KeptSettings>;
  return typeof key === "string" && typeof settings === "object"
    ? { key, settings }
    : { key: "", settings: noSettings };
}

function planChoice(url: LaunchUrl, again: string | null) {
  const workloadText = workloadOfUrl(url);
  const workload = parseWorkload(workloadText);
  const short = url.short === null ? undefined : readShort(url.short);
  return {
    short,
    plan: shortened(
      again === null ? planOf(url.plan ?? defaultPlan, workload) : { kind: "ofRun", runId: again },
      short,
    ),
    mistake: mistakeIn(workload, short),
    workloadText,
    workload,
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

function useRhythmText({ at, days, time, zone }: LaunchUrl): RhythmText {
  const browserZone = useBrowserZone();
  return { at, days, time, zone: zone ?? browserZone };
}

function rhythmOf(start: Start, text: RhythmText): ParsedRhythm | undefined {
  if (start === "once") return parseOnce(text);
  return start === "weekly" ? parseWeekly(text) : undefined;
}
