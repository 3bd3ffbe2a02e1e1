import type { Destroyed } from "./destroyed";
import type { PreviewedTarget } from "./many-preview";
import type { Preflight } from "./preflight";

export interface Obstacle {
  readonly message: string;
  readonly remedy: string;
}

/** What can pass until a later time is no obstacle to a schedule: a host that is silent, a drive that is in use. */
const lasting: ReadonlySet<string> = new Set(["unauthenticated", "forbidden", "invalid"]);

/** What stands against a launch of this target now, or against its schedule. */
export function obstaclesOf(blockers: Preflight["blockers"], scheduled: boolean): Preflight["blockers"] {
  return scheduled ? blockers.filter(({ code }) => lasting.has(code)) : blockers;
}

export function obstacleOf(target: PreviewedTarget, scheduled: boolean): Obstacle | undefined {
  return target.kind === "gone" ? target : obstaclesOf(target.preflight.blockers, scheduled)[0];
}

export interface ManySummary {
  readonly targets: number;
  readonly hosts: number;
  /** Of the host that takes longest. */
  readonly durationMs: number;
  readonly durationIsUpperBound: boolean;
  readonly hasPurge: boolean;
  readonly writes: boolean;
  /** Those whose data is lost. */
  readonly destroyed: readonly Destroyed[];
}

/** What a batch comes to; runs of one host follow each other unless they may run beside each other. */
export function summarizeMany(previews: Iterable<PreviewedTarget>, parallel: boolean): ManySummary {
  const found = [...previews].flatMap((each) => (each.kind === "target" ? [each.preflight] : []));
  const hosts = [...Map.groupBy(found, ({ hostname }) => hostname).values()];
  const together = (times: readonly number[]) =>
    parallel ? Math.max(...times) : times.reduce((sum, each) => sum + each, 0);
  return {
    targets: found.length,
    hosts: hosts.length,
    durationMs: Math.max(0, ...hosts.map((own) => together(own.map(({ durationMs }) => durationMs)))),
    durationIsUpperBound: found.some((each) => each.durationIsUpperBound),
    hasPurge: found.some((each) => each.hasPurge),
    writes: found.some((each) => each.writes),
    destroyed: found.flatMap((preflight) => (preflight.destroys ? [{ preflight, destroys: preflight.destroys }] : [])),
  };
}
