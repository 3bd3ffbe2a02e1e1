import { formatBlockSize, formatBytes } from "@crosspoint/domain";
import type { DriveAction } from "@crosspoint/protocol";
import { isDestructive, type PolicyAction } from "../../rules/policy-blockers.ts";
import type { ControlledDrive } from "./controlled-drive.ts";
import { powerGovernorSettings } from "./power-governor.ts";

/** What a person reads before asking for an action: the same words in the dialog, the blockers and the audit. */
export interface ControlWords {
  /** "Format namespace 1 to 4 KiB blocks". */
  readonly title: string;
  /** The button's verb, to stand before the serial: "Format". */
  readonly verb: string;
  /** What will happen, a sentence each. */
  readonly effects: readonly string[];
  /** How long it may take. */
  readonly duration: string;
  /** What is lost, a clause each; empty where nothing is. */
  readonly destroys: readonly string[];
}

/** What of a drive the words speak of. */
export type DescribedDrive = Pick<ControlledDrive, "pciVendorId" | "model" | "controller" | "namespaces" | "details">;

export function policyActionOf(action: DriveAction): PolicyAction {
  switch (action.kind) {
    case "setPowerState":
    case "setPowerGovernor":
      return "power";
    case "setScheduler":
      return "scheduler";
    case "selfTest":
      return "self_test";
    case "format":
    case "sanitize":
    case "discard":
      return action.kind;
  }
}

export function destroysData(action: DriveAction): boolean {
  return isDestructive(policyActionOf(action));
}

const untilPowerCycle = "In effect until the drive's next power cycle or reset; the drive does not save it.";
const ownPace =
  "The drive runs this on its own. Nothing can be read or written until it is done, not even after a reboot.";

export function controlWords(action: DriveAction, drive: DescribedDrive): ControlWords {
  const harmless = { destroys: [], duration: "under a second" };
  switch (action.kind) {
    case "setPowerState":
      return {
        ...harmless,
        title: `Set power state ${action.powerState}`,
        verb: "Set the power state of",
        effects: [powerStateEffect(action.powerState, drive), untilPowerCycle],
      };
    case "setPowerGovernor":
      return {
        ...harmless,
        title: `Set the power governor to ${governorValue(action.value, drive)}`,
        verb: "Set the power governor of",
        effects: [governorEffect(action.value, drive), untilPowerCycle],
      };
    case "setScheduler":
      return {
        ...harmless,
        title: `Set the I/O scheduler of namespace ${action.nsid} to ${action.scheduler}`,
        verb: "Set the I/O scheduler of",
        effects: [
          "The kernel uses this scheduler for new requests to this namespace.",
          "In effect until the host restarts or a udev rule sets it again.",
        ],
      };
    case "selfTest":
      return selfTestWords(action.test, drive);
    case "format":
      return formatWords(action, drive);
    case "sanitize":
      return sanitizeWords(action, drive);
    case "discard":
      return {
        title: `Discard every block of namespace ${action.nsid}`,
        verb: "Discard all blocks of",
        effects: [
          "Every block is deallocated, which leaves the drive close to fresh out of box. Blocks then read as zeros or as undefined data.",
          "This is not a secure erase: data may be recoverable.",
        ],
        duration: "seconds; some drives take minutes",
        destroys: namespaces(drive, action.nsid),
      };
  }
}

function powerStateEffect(index: number, drive: DescribedDrive): string {
  const state = drive.controller?.powerStates.find((each) => each.index === index);
  const limit = state?.maxPowerMilliwatts;
  const draws =
    limit === undefined ? "The drive does not report the power of that state." : `Max power ${limit / 1000} W.`;
  const idle = state?.nonOperational ? " It is non-operational: the drive leaves it at the next read or write." : "";
  return `The drive enters power state ${index}. ${draws}${idle} A lower limit reduces performance under load.`;
}

function governorSetting(value: number, drive: DescribedDrive) {
  return powerGovernorSettings(drive).find((setting) => setting.value === value);
}

/** "20 W (value 1)"; the value alone where its meaning is not documented. */
function governorValue(value: number, drive: DescribedDrive): string {
  const known = governorSetting(value, drive);
  return known === undefined ? String(value) : `${known.maxPowerMilliwatts / 1000} W (value ${value})`;
}

/** Its values are documented for some models only; on others it is not written. */
function governorEffect(value: number, drive: DescribedDrive): string {
  const known = governorSetting(value, drive);
  return known === undefined
    ? `Vendor feature C6h would be set to ${value}. What that does on this model is not documented.`
    : `The drive limits itself to ${known.maxPowerMilliwatts / 1000} W, which reduces performance under loads that would draw more.`;
}

/** Whether a drive that cannot do it to one namespace alone formats all of them (FNA). */
export function formatsAll({ secureErase }: Extract<DriveAction, { kind: "format" }>, drive: DescribedDrive): boolean {
  const erase = drive.details?.erase;
  return erase !== undefined && (erase.formatAllNamespaces || (secureErase !== "none" && erase.eraseAllNamespaces));
}

function selfTestWords(test: "short" | "extended" | "abort", drive: DescribedDrive): ControlWords {
  if (test === "abort") {
    return {
      title: "Abort the self-test",
      verb: "Abort the self-test of",
      effects: ["The running self-test ends without a result."],
      duration: "under a second",
      destroys: [],
    };
  }
  const minutes = drive.details?.selfTest?.extendedMinutes;
  return {
    title: `Start ${test === "short" ? "a short" : "an extended"} self-test`,
    verb: "Test",
    effects: [
      "The drive tests itself while it keeps working; reads and writes may be slower. Data is not touched.",
      "No benchmark can start until it ends. It can be aborted.",
    ],
    duration:
      test === "short" ? "about two minutes" : minutes ? `about ${minutes} minutes, by the drive` : "minutes to hours",
    destroys: [],
  };
}

const eraseEffects = {
  none: "Everything written before is lost.",
  userData: "The drive also erases all user data (secure erase).",
  cryptographic: "The drive also deletes its encryption key (cryptographic erase).",
} as const;

function formatWords(action: Extract<DriveAction, { kind: "format" }>, drive: DescribedDrive): ControlWords {
  const { nsid, lbaFormat, secureErase } = action;
  const format = drive.namespaces
    .find((each) => each.nsid === nsid)
    ?.lbaFormats.find((each) => each.index === lbaFormat);
  const metadata = format?.metadataBytes ? ` with ${format.metadataBytes} B of metadata` : "";
  const blocks = format ? `${formatBlockSize(format.dataBytes).text} blocks${metadata}` : `LBA format ${lbaFormat}`;
  const all = formatsAll(action, drive);
  return {
    title: `Format namespace ${nsid} to ${blocks}`,
    verb: "Format",
    effects: [
      `The namespace gets ${blocks} (LBA format ${lbaFormat}). ${eraseEffects[secureErase]}`,
      ...(all ? ["This drive cannot format a single namespace: all of them are formatted."] : []),
      "Until it is done the drive does not respond and is not sampled.",
    ],
    duration: "seconds on most drives; an Optane rewrites its medium and takes minutes; at most two hours",
    destroys: namespaces(drive, all ? undefined : nsid),
  };
}

const methodWords = {
  blockErase: { name: "block erase", effect: "The drive erases every block of its medium." },
  cryptoErase: {
    name: "crypto erase",
    effect: "The drive changes its encryption key, so that nothing written before can be read.",
  },
} as const;

function sanitizeWords(action: Extract<DriveAction, { kind: "sanitize" }>, drive: DescribedDrive): ControlWords {
  const passes = action.overwritePasses ?? 1;
  const { name, effect, duration } =
    action.method === "overwrite"
      ? overwriteWords(passes)
      : { ...methodWords[action.method], duration: "seconds to minutes, by the drive" };
  return {
    title: `Sanitize by ${name}`,
    verb: "Sanitize",
    effects: [effect, ownPace, "It cannot be stopped once it has begun."],
    duration,
    destroys: ["everything on the drive: every namespace, caches and spare blocks included", ...namespaces(drive)],
  };
}

function overwriteWords(passes: number): { name: string; effect: string; duration: string } {
  if (passes === 1) {
    return {
      name: "overwrite, 1 pass",
      effect: "The drive overwrites its medium once with a pattern, which wears it like a full write.",
      duration: "hours: the whole medium is written",
    };
  }
  return {
    name: `overwrite, ${passes} passes`,
    effect: `The drive overwrites its medium ${passes} times with a pattern, which wears it like ${passes} full writes.`,
    duration: `hours to days: the whole medium is written ${passes} times`,
  };
}

function namespaces(drive: DescribedDrive, only?: number): string[] {
  return drive.namespaces
    .filter(({ nsid }) => only === undefined || nsid === only)
    .map(({ nsid, path, sizeBytes }) => {
      const where = path ?? "no block device";
      return `all ${formatBytes(BigInt(sizeBytes)).text} of namespace ${nsid} (${where}): partitions, file systems and their files`;
    });
}
