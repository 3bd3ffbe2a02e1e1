import { expandPlan, type PlanStep } from "@crosspoint/domain";
import type { Point, Run } from "../run-detail";

interface Measured {
  readonly iops: number;
  readonly meanNs: number;
  readonly operations?: number;
}

/** What a test says was measured of a point, by direction; undefined of one that nothing was heard of. */
type Measure = (point: Pick<Point, "sequence" | "spec">) => Partial<Record<"read" | "write", Measured>> | undefined;

/** A run of these steps as its page reads it. */
export function runOf(
  steps: readonly PlanStep[],
  measure: Measure = () => undefined,
  more: (sequence: number) => Partial<Point> = () => ({}),
): Pick<Run, "steps" | "points"> {
  const expansion = expandPlan(steps, 10_000);
  if (expansion.kind !== "points") throw new Error("too many points");
  const points = expansion.points.map((planned) => {
    const measured = measure(planned);
    const rest = { errors: [], warnings: [], reason: undefined, littlesLaw: undefined, isStreamed: false };
    const state = measured === undefined ? "pending" : "complete";
    return { ...rest, ...planned, state, directions: directionsOf(planned, measured), ...more(planned.sequence) };
  });
  return { steps, points: points as unknown as readonly Point[] };
}

function directionsOf({ spec }: Pick<Point, "spec">, measured: ReturnType<Measure>) {
  return (["read", "write"] as const).flatMap((direction) => {
    const own = measured?.[direction];
    if (own === undefined) return [];
    const { iops, meanNs, operations = iops * 60 } = own;
    const latencies = { latencyNsMean: meanNs, latencyNsP50: meanNs, latencyNsP99: 2 * meanNs };
    const bytesPerSecond = iops * (spec.blockBytes ?? 4096);
    return [{ direction, operations, iops, bytesPerSecond, ...latencies, latencyNsP99999: 3 * meanNs }];
  });
}
