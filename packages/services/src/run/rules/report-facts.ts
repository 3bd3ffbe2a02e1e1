import { findPlan, findSource } from "@crosspoint/catalog";
import { planHash } from "../../plan/rules/plan-hash.ts";
import { readController, readDetails, readNamespaces } from "../../stored/drive.ts";

/** What a report says of a run besides its figures. */
export interface ReportFacts {
  /** Of the run's target, as its agent told it last; absent for a file, and where the drive was removed. */
  readonly device: DeviceFacts | undefined;
  /** Of a built-in plan: what it follows, and where it departs from that. */
  readonly method: MethodFacts | undefined;
  /** What the drive says of the power of its settings' values. */
  readonly powerOfSettings: readonly SettingPower[];
}

export interface DeviceFacts {
  /** Size of the namespace, or else of the drive. */
  readonly sizeBytes: number | undefined;
  readonly nsid: number | undefined;
  readonly blockBytes: number | undefined;
  readonly firmware: string;
}

export interface MethodFacts {
  readonly sources: readonly { readonly id: string; readonly title: string; readonly url: string | undefined }[];
  readonly departs: readonly string[];
  /** Whether the run's steps are those of the plan; a shortened run's are not. */
  readonly isWhole: boolean;
}

export interface SettingPower {
  readonly setting: "powerState" | "powerGovernor";
  readonly value: number;
  readonly maxPowerMilliwatts: number;
}

/** What {@link reportFacts} reads of a run's drive. */
export const reportedDrive = {
  firmware: true,
  capacityBytes: true,
  controller: true,
  namespaces: true,
  details: true,
} as const;

interface ReportedRun {
  readonly planId: string;
  readonly planHash: string;
  readonly nsid: bigint | null;
  readonly drive: {
    readonly firmware: string;
    readonly capacityBytes: bigint | null;
    readonly controller: unknown;
    readonly namespaces: unknown;
    readonly details: unknown;
  } | null;
}

export function reportFacts(run: ReportedRun): ReportFacts {
  return {
    device: deviceOf(run),
    method: methodOf(run),
    powerOfSettings: run.drive === null ? [] : powerOf(run.drive),
  };
}

function deviceOf({ drive, nsid }: ReportedRun): DeviceFacts | undefined {
  if (drive === null) return undefined;
  const namespace = readNamespaces(drive.namespaces).find((each) => BigInt(each.nsid) === nsid);
  const size = namespace === undefined ? drive.capacityBytes : BigInt(namespace.sizeBytes);
  const format = namespace?.lbaFormats.find(({ index }) => index === namespace.currentLbaFormat);
  return {
    sizeBytes: size === null ? undefined : Number(size),
    nsid: nsid === null ? undefined : Number(nsid),
    blockBytes: format?.dataBytes,
    firmware: drive.firmware,
  };
}

function methodOf(run: ReportedRun): MethodFacts | undefined {
  const plan = findPlan(run.planId);
  if (plan === undefined) return undefined;
  return {
    sources: plan.sourceIds.flatMap((id) => {
      const source = findSource(id);
      return source === undefined ? [] : [{ id, title: source.title, url: source.url }];
    }),
    departs: plan.departs,
    isWhole: planHash(plan.document.steps) === run.planHash,
  };
}

function powerOf(drive: NonNullable<ReportedRun["drive"]>): SettingPower[] {
  const states = readController(drive.controller)?.powerStates ?? [];
  const governed = readDetails(drive.details)?.powerGovernor?.settings ?? [];
  return [
    ...states.map(
      ({ index, maxPowerMilliwatts }) => ({ setting: "powerState", value: index, maxPowerMilliwatts }) as const,
    ),
    ...governed.map(
      ({ value, maxPowerMilliwatts }) => ({ setting: "powerGovernor", value, maxPowerMilliwatts }) as const,
    ),
  ].flatMap(({ maxPowerMilliwatts, ...of }) => (maxPowerMilliwatts ? [{ ...of, maxPowerMilliwatts }] : []));
}
