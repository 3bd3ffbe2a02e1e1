import type { RunSettings } from "@crosspoint/protocol";
import type { ControlledDrive } from "../../drive/control/rules/controlled-drive.ts";
import { powerGovernorSettings } from "../../drive/control/rules/power-governor.ts";

/** A setting that the drive tells of, and what it can be. */
export interface SettingOffer {
  readonly name: keyof RunSettings;
  /** What is set now, as the drive or its host told it last. */
  readonly now: number | string | undefined;
  readonly options: readonly { readonly value: number | string; readonly maxPowerMilliwatts?: number | undefined }[];
}

/** Of Linux; which of them its kernel has, an agent does not tell. One that is not there is refused by the host. */
const schedulers = ["none", "mq-deadline", "kyber", "bfq"];

/** The settings that a drive tells of, with all that each can be. */
export function settingOffers(drive: ControlledDrive, nsid: number): SettingOffer[] {
  return [powerGovernorOf(drive), powerStateOf(drive), schedulerOf(drive, nsid)].filter((offer) => offer !== undefined);
}

/** Only where the drive has one and the catalog knows what its values mean on this model. */
function powerGovernorOf(drive: ControlledDrive): SettingOffer | undefined {
  const governor = drive.details?.powerGovernor;
  const options = powerGovernorSettings(drive);
  if (governor === undefined || options.length < 2) return undefined;
  return { name: "powerGovernor", now: governor.value, options };
}

/** A drive leaves a non-operational state at the first command, so none is offered to measure in. */
function powerStateOf({ controller }: ControlledDrive): SettingOffer | undefined {
  const states = controller?.powerStates.filter(({ nonOperational }) => !nonOperational) ?? [];
  if (states.length < 2) return undefined;
  const options = states.map(({ index, maxPowerMilliwatts }) => ({ value: index, maxPowerMilliwatts }));
  return { name: "powerState", now: controller?.currentPowerState, options };
}

function schedulerOf({ namespaces }: ControlledDrive, nsid: number): SettingOffer | undefined {
  const now = namespaces.find((each) => each.nsid === nsid)?.scheduler;
  if (now === undefined) return undefined;
  return { name: "scheduler", now, options: [...new Set([...schedulers, now])].map((value) => ({ value })) };
}
