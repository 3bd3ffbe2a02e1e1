import type { Database, Transaction } from "@crosspoint/db";
import type { BenchmarkPlan, DriveAction, PlanStep, RunSettings } from "@crosspoint/protocol";
import { type ControlledDrive, loadControlledDrive } from "../../drive/control/rules/controlled-drive.ts";
import { readController, readDetails } from "../../stored/drive.ts";
import type { Target } from "./target.ts";

/** Settings of a drive that hold while a run measures it; its agent puts back what was before. */
export interface SettledDrive {
  readonly drive: ControlledDrive;
  readonly nsid: number;
  /** Of each step that sets any, in the order of the plan. */
  readonly settings: readonly RunSettings[];
}

/** What is to be set, as the actions that a person would ask for one by one. In the order in which they are made. */
export function settingActions(settings: RunSettings, nsid: number): DriveAction[] {
  const { powerGovernor, powerState, scheduler } = settings;
  return [
    ...(powerGovernor === undefined ? [] : [{ kind: "setPowerGovernor", value: powerGovernor } as const]),
    ...(powerState === undefined ? [] : [{ kind: "setPowerState", powerState } as const]),
    ...(scheduler === undefined ? [] : [{ kind: "setScheduler", nsid, scheduler } as const]),
  ];
}

/** The drive whose settings a plan changes; undefined for a file, which has no drive of its own, and where none is. */
export async function settledDrive(
  db: Database | Transaction,
  target: Target,
  steps: readonly PlanStep[],
): Promise<SettledDrive | undefined> {
  const settings = steps.filter((step) => step.kind === "set");
  if (target.kind === "scratchFile" || settings.length === 0) return undefined;
  return { drive: await loadControlledDrive(db, target.drive.id), nsid: target.nsid, settings };
}

/** What is set for the time of a run, in words; empty where everything stays as it is. */
export function settledWords(settled: SettledDrive | undefined): string[] {
  return settled?.settings.flatMap((settings) => settingWords(settings, settled.drive)) ?? [];
}

/** "power governor 1 (at most 20 W)": each setting in words, with its watts where the drive tells them. */
function settingWords(
  { powerGovernor, powerState, scheduler }: RunSettings,
  drive: Pick<ControlledDrive, "controller" | "details">,
): string[] {
  const limit = (milliwatts: number | undefined) => (milliwatts ? ` (at most ${milliwatts / 1000} W)` : "");
  const governed = drive.details?.powerGovernor?.settings.find(({ value }) => value === powerGovernor);
  const state = drive.controller?.powerStates.find(({ index }) => index === powerState);
  return [
    ...(powerGovernor === undefined ? [] : [`power governor ${powerGovernor}${limit(governed?.maxPowerMilliwatts)}`]),
    ...(powerState === undefined ? [] : [`power state ${powerState}${limit(state?.maxPowerMilliwatts)}`]),
    ...(scheduler === undefined ? [] : [`I/O scheduler ${scheduler}`]),
  ];
}

/** What a run set on its drive, in words, from its plan as it is stored. */
export function storedSettingWords(
  plan: BenchmarkPlan,
  drive: { readonly controller: unknown; readonly details: unknown } | null,
): string[] {
  const known = {
    controller: readController(drive?.controller) ?? null,
    details: readDetails(drive?.details),
  };
  return plan.steps.flatMap((step) => (step.kind === "set" ? settingWords(step, known) : []));
}
