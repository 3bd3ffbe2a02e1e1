import type { PlanStep } from "@crosspoint/domain";
import { SimulatedHost } from "./simulated-host.ts";
import type { Stack } from "./stack.ts";
import { storeRun } from "./stored-runs.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;

interface ModelRun {
  /** Place among the drives. */
  readonly drive: number;
  /** When it was asked for. */
  readonly minute: number;
  /** Times 50,000 IOPS at QD1; more at QD8. */
  readonly factor: number;
  /** The same at QD8, where it is another. */
  readonly deepFactor?: number;
  readonly tags?: string[];
}

/** Drives of a model of their own, which can be given runs of a plan of its own: reads at QD1 and QD8. */
export async function enrollModel(stack: Stack, model: string, serials: readonly string[]) {
  // A search finds hosts, too: its name is like no serial.
  const hostname = model.toLowerCase().replaceAll(" ", "-");
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
  const capacityBytes = 10 ** 12;
  await host.report(serials.map((serial) => ({ identity: { pciVendorId: 0x1b36, model, serial }, capacityBytes })));
  const rows = await stack.db.drive.findMany({ where: { serial: { in: [...serials] } }, orderBy: { serial: "asc" } });
  const driveIds = rows.map(({ id }) => id);
  const plan = { name: `Plan of ${model}`, steps: [{ ...sweep, queueDepth: [1, 8] }] satisfies PlanStep[] };
  const run = async ({ drive, minute, factor, deepFactor = factor, tags = [] }: ModelRun): Promise<string> => {
    const rates = [factor * 50_000, deepFactor * 50_000 * 8 ** 0.5].map(Math.round);
    const points = rates.map((iops, at) => {
      const depth = at === 0 ? 1 : 8;
      return { measured: [{ direction: "read" as const, iops, latencyNs: Math.round((depth / iops) * 1e9) }] };
    });
    const requestedAt = new Date(Date.UTC(2026, 10, 21, 8, minute));
    const of = { driveId: driveIds[drive] ?? "", hostId: host.hostId };
    const runId = await storeRun(stack.db, { ...of, state: "complete", requestedAt, plan, points });
    await stack.db.benchmarkRun.update({ where: { id: runId }, data: { tags } });
    return runId;
  };
  return { hostId: host.hostId, driveIds, run };
}
