import type { PointSpec } from "./point-spec.ts";
import type { FillStep } from "./steps.ts";

/** Longest time of a fill if not said otherwise: a week. */
const longestSeconds = 604_800;

/** The point that a fill is measured as; its speed is shown, and never compared. */
export function fillSpec(step: FillStep): PointSpec {
  const { method, blockBytes, overProvisioningPercent } = step;
  return {
    engine: "io_uring",
    pattern: method,
    distribution: "uniform",
    data: step.data ?? "incompressible",
    blockBytes,
    readPercent: 0,
    depth: { kind: "perThread", queueDepth: step.queueDepth ?? 32, threads: step.threads ?? 1 },
    load: { kind: "closed" },
    spanPercent: step.spanPercent ?? 100,
    rampSeconds: 0,
    ending: { kind: "fills", fills: fillsOf(step), durationSeconds: step.durationSecondsMax ?? longestSeconds },
    precondition: [],
    purpose: "precondition",
    ...(overProvisioningPercent === undefined ? {} : { overProvisioningPercent }),
  };
}

/** How often a fill goes through its span: sprandom does once, and writes the spare space that it assumes as well. */
export function fillsOf({ fills = 1 }: FillStep): number {
  return fills;
}

/** What a fill makes of the target, as points behind it say it: `fill:sequential:131072:2`. */
export function fillWord(step: FillStep): string {
  const { method, blockBytes, overProvisioningPercent, spanPercent = 100, data = "incompressible" } = step;
  const rest = [
    ...(overProvisioningPercent === undefined ? [] : [overProvisioningPercent]),
    ...(spanPercent === 100 ? [] : [`span${spanPercent}`]),
    ...(data === "incompressible" ? [] : [data]),
  ];
  return ["fill", method, blockBytes, fillsOf(step), ...rest].join(":");
}
