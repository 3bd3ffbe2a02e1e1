import type { DriveAction } from "@crosspoint/protocol";
import type { DriveDetail } from "../drive-detail";

type LimitedDrive = Pick<DriveDetail, "controller" | "details">;

/** One step less power than now, where the drive has one that it works in. Where it has none, what limits it as it is. */
export function limitingAction({ controller, details }: LimitedDrive): DriveAction {
  const governor = details?.powerGovernor;
  const settings = governor?.settings ?? [];
  if (governor !== undefined && settings.length > 0) {
    const now = settings.find(({ value }) => value === governor.value);
    const next = nextBelow(settings, now?.maxPowerMilliwatts);
    return { kind: "setPowerGovernor", value: next?.value ?? governor.value };
  }
  const powerState = controller?.currentPowerState ?? 0;
  const states = controller?.powerStates.filter(({ nonOperational }) => !nonOperational) ?? [];
  const now = states.find(({ index }) => index === powerState);
  return { kind: "setPowerState", powerState: nextBelow(states, now?.maxPowerMilliwatts)?.index ?? powerState };
}

interface Powered {
  readonly maxPowerMilliwatts?: number | undefined;
}

/** The highest of those below; undefined where what is now is not known. */
function nextBelow<Of extends Powered>(choices: readonly Of[], milliwatts: number | undefined): Of | undefined {
  if (milliwatts === undefined) return undefined;
  const below = choices.filter(({ maxPowerMilliwatts = milliwatts }) => maxPowerMilliwatts < milliwatts);
  return below.toSorted((a, b) => (b.maxPowerMilliwatts ?? 0) - (a.maxPowerMilliwatts ?? 0))[0];
}
