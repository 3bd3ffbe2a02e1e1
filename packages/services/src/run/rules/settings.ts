import type { Database, Transaction } from "@crosspoint/db";
import { changedSettings, type PlanStep, planPurges } from "@crosspoint/domain";
import type { DriveAction, RunSettings } from "@crosspoint/protocol";
import { type ControlledDrive, loadControlledDrive } from "../../drive/control/rules/controlled-drive.ts";
import { readController, readDetails } from "../../stored/drive.ts";
import { settingOffers } from "./setting-offers.ts";
import type { Target } from "./target.ts";

/** A drive whose settings a plan changes, which its agent puts back, or which a plan purges. */
export interface SettledDrive {
  readonly drive: ControlledDrive;
  readonly nsid: number;
  /** What each step gives it, in the order of the plan; of several values, those that can be set are. */
  readonly choices: readonly (readonly RunSettings[])[];
  readonly purges: readonly PurgeMethod[];
}

type PurgeMethod = ReturnType<typeof planPurges>[number];

/** What is to be set, as the actions that a person would ask for one by one. In the order in which they are made. */
export function settingActions(settings: RunSettings, nsid: number): DriveAction[] {
  const { powerGovernor, powerState, scheduler } = settings;
  return [
    ...(powerGovernor === undefined ? [] : [{ kind: "setPowerGovernor", value: powerGovernor } as const]),
    ...(powerState === undefined ? [] : [{ kind: "setPowerState", powerState } as const]),
    ...(scheduler === undefined ? [] : [{ kind: "setScheduler", nsid, scheduler } as const]),
  ];
}

const sanitizeMethods = {
  sanitizeBlock: "blockErase",
  sanitizeCrypto: "cryptoErase",
  sanitizeOverwrite: "overwrite",
} as const;

/** A purge as the action that a person would ask for; a format keeps the LBA format that the namespace has. */
export function purgeAction(method: PurgeMethod, nsid: number, { namespaces }: ControlledDrive): DriveAction {
  if (method === "discard") return { kind: "discard", nsid };
  if (method !== "format") return { kind: "sanitize", method: sanitizeMethods[method] };
  const lbaFormat = namespaces.find((namespace) => namespace.nsid === nsid)?.currentLbaFormat ?? 0;
  return { kind: "format", nsid, lbaFormat, secureErase: "userData" };
}

/** The drive that a plan changes or purges; undefined for a file and a volume, which have no controller, and where none is. */
export async function settledDrive(
  db: Database | Transaction,
  target: Target,
  steps: readonly PlanStep[],
): Promise<SettledDrive | undefined> {
  if (target.kind !== "namespace" || !changesDrive(steps)) return undefined;
  return settledOf(steps, await loadControlledDrive(db, target.drive.id), target.nsid);
}

function changesDrive(steps: readonly PlanStep[]): boolean {
  const { choices, offered } = changedSettings(steps);
  return choices.length + offered.length + planPurges(steps).length > 0;
}

/** What a plan changes of this drive, with every value of a setting that it tries because the drive offers it. */
export function settledOf(steps: readonly PlanStep[], drive: ControlledDrive, nsid: number): SettledDrive {
  const { choices, offered } = changedSettings(steps);
  const tried = settingOffers(drive, nsid).filter(({ name }) => offered.includes(name));
  const every = tried.map(({ name, options }) => options.map(({ value }) => ({ [name]: value })));
  return { drive, nsid, choices: [...choices, ...every], purges: planPurges(steps) };
}

/** What is set for the time of a run, in words; empty where everything stays as it is. */
export function settledWords(settled: SettledDrive | undefined): string[] {
  return settled?.choices.flat().flatMap((settings) => settingWords(settings, settled.drive)) ?? [];
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

/** Settings of a drive in words, each once, from what is stored of it. */
export function storedSettingWords(
  settings: readonly RunSettings[],
  drive: { readonly controller: unknown; readonly details: unknown } | null,
): string[] {
  const known = {
    controller: readController(drive?.controller) ?? null,
    details: readDetails(drive?.details),
  };
  return [...new Set(settings.flatMap((each) => settingWords(each, known)))];
}
