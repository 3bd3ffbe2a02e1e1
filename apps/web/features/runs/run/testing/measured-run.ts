import { findPlan } from "@crosspoint/catalog";
import { expandPlan, type PlannedPoint, type PlanStep } from "@crosspoint/domain";
import type { Point, Run } from "../run-detail";

/** What a point came to, where it was measured; undefined leaves it pending. */
type Measure = (point: PlannedPoint) => Partial<Point> | undefined;

const unmeasured = {
  state: "pending",
  directions: [],
  slices: [],
  errors: [],
  warnings: [],
  isStreamed: false,
} as const;

/** A run of some steps as its page gets it, as far as its answers read it. */
export function measuredRun(steps: readonly PlanStep[], measure: Measure, findings: Run["findings"] = []): Run {
  const expansion = expandPlan(steps, 10_000);
  if (expansion.kind !== "points") throw new Error("too many points");
  const points = expansion.points.map((point) => ({ ...point, ...unmeasured, ...measure(point) }));
  const report = { device: undefined, method: undefined, powerOfSettings: [] };
  return { id: "run", state: "complete", steps, points, findings, report } as unknown as Run;
}

/** The steps of a built-in plan. */
export function builtInSteps(id: string): readonly PlanStep[] {
  const steps = findPlan(id)?.document.steps;
  if (steps === undefined) throw new Error(`There is no plan ${id}.`);
  return steps;
}

interface Figures {
  readonly direction?: "read" | "write";
  readonly iops: number;
  readonly blockBytes?: number;
  readonly meanNs?: number;
  readonly seconds?: number;
}

/** A point that was measured to its end in one direction. */
export function complete({
  direction = "write",
  iops,
  blockBytes = 4096,
  meanNs = 1000,
  seconds = 60,
}: Figures): Partial<Point> {
  const figures = {
    direction,
    operations: iops * seconds,
    bytes: String(iops * seconds * blockBytes),
    iops,
    bytesPerSecond: iops * blockBytes,
    latencyNsMean: meanNs,
    latencyNsMax: 10 * meanNs,
  };
  return { state: "complete", elapsedNs: seconds * 1e9, directions: [figures] } as unknown as Partial<Point>;
}
