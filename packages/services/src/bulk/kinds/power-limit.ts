import { formatPower } from "@crosspoint/domain";
import type { DriveAction } from "@crosspoint/protocol";
import type { ControlledDrive } from "../../drive/control/rules/controlled-drive.ts";
import { powerGovernorSettings } from "../../drive/control/rules/power-governor.ts";

/** How a drive is held to a power: the action, and the power that its setting allows; or why it cannot be. */
export type PowerChoice =
  | { readonly kind: "action"; readonly action: DriveAction; readonly milliwatts: number }
  | { readonly kind: "none"; readonly reason: string };

type Limiting = Pick<ControlledDrive, "pciVendorId" | "model" | "controller">;

/**
 * The setting of a drive that allows the most within a limit; without one, the setting that allows the most. The vendor's power
 * governor comes before the power states, where its values are documented: a drive that has it has one state that matters.
 */
export function choosePower(drive: Limiting, limitMilliwatts: number | undefined): PowerChoice {
  const settings = settingsOf(drive).toSorted((a, b) => b.milliwatts - a.milliwatts);
  const least = settings.at(-1);
  if (least === undefined) return { kind: "none", reason: "It does not report the maximum power of its power states." };
  const chosen = settings.find(({ milliwatts }) => limitMilliwatts === undefined || milliwatts <= limitMilliwatts);
  if (chosen !== undefined) return { kind: "action", ...chosen };
  return { kind: "none", reason: `It can't be limited below ${formatPower(least.milliwatts).text}.` };
}

function settingsOf(drive: Limiting): { readonly action: DriveAction; readonly milliwatts: number }[] {
  const governed = powerGovernorSettings(drive);
  if (governed.length > 0) {
    return governed.map(({ value, maxPowerMilliwatts }) => ({
      action: { kind: "setPowerGovernor", value },
      milliwatts: maxPowerMilliwatts,
    }));
  }
  // A drive leaves a non-operational state at the next read or write: that is no limit.
  return (drive.controller?.powerStates ?? []).flatMap(({ index, maxPowerMilliwatts, nonOperational }) =>
    nonOperational || maxPowerMilliwatts === undefined
      ? []
      : [{ action: { kind: "setPowerState", powerState: index } as const, milliwatts: maxPowerMilliwatts }],
  );
}
