import {
  isSimulatedHostname,
  isSimulatedSerial,
  simulatedHostnamePrefix,
  simulatedSerialPrefix,
} from "@crosspoint/domain";
import type { AgentEvent, DriveIdentity } from "@crosspoint/protocol";
import type { Refusal } from "./refusal.ts";

/**
 * A simulated host speaks of drives with the mark of simulated ones alone, and a real host of none: so no simulated drive
 * can be taken for real, and no real one vanish among them. See docs/adr/0107.
 */
export function markRefusal(event: AgentEvent, hostIsSimulated: boolean): Refusal | undefined {
  for (const { drive, path } of drivesOf(event)) {
    if (isSimulatedSerial(drive.serial) === hostIsSimulated) continue;
    return { path: `${path}.serial`, reason: driveReason(drive, hostIsSimulated) };
  }
  if (event.kind !== "environment" || !hostIsSimulated || isSimulatedHostname(event.hostname)) return undefined;
  return { path: "hostname", reason: `The name of a simulated host begins with "${simulatedHostnamePrefix}".` };
}

function driveReason({ model, serial }: DriveIdentity, hostIsSimulated: boolean): string {
  return hostIsSimulated
    ? `This host is simulated, and the serial of the drive ${model} ${serial} does not begin with ${simulatedSerialPrefix}.`
    : `The drive ${model} ${serial} is marked as simulated, and this host is not.`;
}

function drivesOf(event: AgentEvent): { drive: DriveIdentity; path: string }[] {
  switch (event.kind) {
    case "inventory":
      return [
        ...event.drives.map(({ identity }, index) => ({ drive: identity, path: `drives.${index}.identity` })),
        ...(event.volumes ?? []).flatMap(({ members }, index) =>
          members.map(({ drive }, member) => ({ drive, path: `volumes.${index}.members.${member}.drive` })),
        ),
      ];
    case "smart":
    case "driveProblem":
    case "driveDetails":
    case "driveLogs":
      return [{ drive: event.drive, path: "drive" }];
    default:
      return [];
  }
}
