import type { TargetFacts } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";

type Model = Outputs["catalog"]["models"][number]["model"];

/** A drive that an estimate can be made for: a model of the catalog in one of its capacities. */
export interface EstimateChoice {
  readonly value: string;
  readonly label: string;
  readonly facts: TargetFacts;
}

/** Every capacity for which the spec sheet says how fast it is written. */
export function estimateChoices(models: readonly Model[]): EstimateChoice[] {
  return models.flatMap((model) =>
    model.capacities.flatMap((capacity) => {
      const facts = factsOf([...model.ratedFigures, ...capacity.ratedFigures], capacity.capacityBytes);
      const label = `${model.name}, ${capacity.capacityGb} GB`;
      return facts === undefined ? [] : [{ value: `${model.id}/${capacity.capacityGb}`, label, facts }];
    }),
  );
}

/** A fill is no faster than the rated sequential writes, and no slower than the rated random ones. */
function factsOf(figures: Model["ratedFigures"], sizeBytes: number): TargetFacts | undefined {
  const writes = figures.filter(({ workload }) => workload.readPercent === 0);
  const speeds = writes.flatMap(({ unit, value, workload }) => {
    if (unit === "bytes/s") return [value];
    return unit === "iops" && workload.blockBytes !== undefined ? [value * workload.blockBytes] : [];
  });
  if (speeds.length === 0) return undefined;
  return { sizeBytes, fastestBytesPerSecond: Math.max(...speeds), slowestBytesPerSecond: Math.min(...speeds) };
}
