import type { Database } from "@crosspoint/db";
import { expandPlan, type FillStep, type PointSpec, workloadKey, workloadOf } from "@crosspoint/domain";

export const wholeFill: FillStep = { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 1 };

/** The run is complete with a point that wrote so fast: a whole fill, but for what differs of it. */
export async function wrote(
  db: Database,
  runId: string,
  bytesPerSecond: number,
  { elapsedNs, ...changes }: Partial<PointSpec> & { readonly elapsedNs?: bigint } = {},
): Promise<void> {
  const expansion = expandPlan([wholeFill], 1);
  const planned = expansion.kind === "points" ? expansion.points[0] : undefined;
  if (planned === undefined) throw new Error("a fill is a point");
  const spec = { ...planned.spec, ...changes };
  await db.benchmarkPoint.create({
    data: {
      runId,
      sequence: 0,
      stepPath: [0],
      spec: spec as object,
      purpose: "precondition",
      workloadKey: workloadKey(workloadOf(spec)),
      state: "complete",
      elapsedNs: elapsedNs ?? null,
      directions: {
        create: {
          direction: "write",
          operations: 1n,
          bytes: "131072",
          iops: 1,
          bytesPerSecond,
          histogram: Buffer.from([]),
        },
      },
    },
  });
  await db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete", pointsFinished: 1 } });
}
