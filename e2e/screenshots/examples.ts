import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { storePlanRun } from "../stack/stored-plan-run.ts";
import { storeSpecCheck } from "../stack/stored-spec-check.ts";

/** Runs of which nothing was measured, for what no emulated drive has. */
export interface ExampleRuns {
  readonly power: string;
  readonly rated: string;
}

/** Of a drive and a host whose names say what they are. */
export async function storeExamples(stack: Stack): Promise<ExampleRuns> {
  const model = "INTEL SSDPEDMD400G4";
  const serial = "EXAMPLE-FIGURES";
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "example-figures");
  await host.report([{ identity: { pciVendorId: 0x8086, model, serial }, capacityBytes: 400_088_457_216 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  await giveWatts(stack, driveId);
  const place = { driveId, hostId: host.hostId };
  return { power: await storePowerStates(stack, place), rated: await storeSpecCheck(stack.db, { ...place, model }) };
}

/** Share of the speed that each power state leaves, and what it may draw. */
const powerStates = [
  { share: 1, watts: 25 },
  { share: 0.8, watts: 18 },
  { share: 0.5, watts: 12 },
] as const;

/** The drive states its power states, as a P3700 does. */
async function giveWatts({ db }: Stack, driveId: string): Promise<void> {
  const { controller } = await db.drive.findUniqueOrThrow({ where: { id: driveId } });
  const stated = powerStates.map(({ watts }, index) => ({
    ...{ index, maxPowerMilliwatts: 1000 * watts, nonOperational: false },
    ...{ entryLatencyUs: 0, exitLatencyUs: 0 },
  }));
  await db.drive.update({
    where: { id: driveId },
    data: { controller: { ...(controller as object), powerStates: stated } },
  });
}

/** Writes slow down with the power that a state allows, reads less so. */
async function storePowerStates(stack: Stack, place: { driveId: string; hostId: string }): Promise<string> {
  return await storePlanRun(stack.db, {
    ...place,
    planId: "power-state-sweep",
    offered: { powerState: powerStates.map((_, state) => state) },
    measure: ({ spec }) => {
      const { share } = powerStates[spec.settings?.powerState ?? 0] ?? powerStates[0];
      const direction = spec.readPercent === 100 ? "read" : "write";
      const depth = spec.depth.kind === "perThread" ? spec.depth.queueDepth : 1;
      const most = spec.blockBytes === 4096 ? 12_000 * depth : 20_000;
      const iops = most * (direction === "write" ? share : Math.sqrt(share));
      return { figures: [{ direction, iops, meanNs: (depth * 1e9) / iops }] };
    },
  });
}
