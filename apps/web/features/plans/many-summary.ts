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
  /** Of the host that takes longest: the shortest, and the longest. */
  readonly durationLeastMs: number;
  readonly durationMs: number;
  /** How slowly a target writes is not known: the longest is a limit of the plan. */
  readonly durationIsLimit: boolean;
  readonly hasPurge: boolean;
  /** What is done to the targets on which anything can be measured. */
  readonly effect: "none" | "readsOnly" | "writesToFiles" | "destroys";
  /** Those whose data is lost. */
  readonly destroyed: readonly Destroyed[];
}

/**
 * What a batch comes to. Runs of one host follow each other; where they may run beside each other, those do that share a
 * drive: namespaces of one, or a volume and what it is made of.
 */
export function summarizeMany(previews: Iterable<PreviewedTarget>, parallel: boolean): ManySummary {
  const found = [...previews].flatMap((each) => (each.kind === "target" ? [each.preflight] : []));
  const running = found.filter(({ isRefused }) => !isRefused);
  const hosts = [...Map.groupBy(running, ({ hostname }) => hostname).values()];
  const destroyed = running.flatMap((preflight) =>
    preflight.destroys ? [{ preflight, destroys: preflight.destroys }] : [],
  );
  return {
    targets: found.length,
    hosts: new Set(found.map(({ hostname }) => hostname)).size,
    durationLeastMs: Math.max(0, ...hosts.map((own) => (parallel ? busiestDrive(own) : sumOf(own, leastOf)))),
    durationMs: Math.max(0, ...hosts.map((own) => (parallel ? longestGroup(own) : sumOf(own, mostOf)))),
    durationIsLimit: running.some((each) => each.durationIsLimit),
    hasPurge: running.some((each) => each.hasPurge),
    effect: effectOf(running, destroyed),
    destroyed,
  };
}

function effectOf(running: readonly Preflight[], destroyed: readonly Destroyed[]): ManySummary["effect"] {
  if (running.length === 0) return "none";
  if (destroyed.length > 0) return "destroys";
  return running.some(({ writes }) => writes) ? "writesToFiles" : "readsOnly";
}

const leastOf = ({ durationLeastMs }: Preflight) => durationLeastMs;
const mostOf = ({ durationMs }: Preflight) => durationMs;

function sumOf(preflights: readonly Preflight[], of: (preflight: Preflight) => number): number {
  return preflights.reduce((sum, each) => sum + of(each), 0);
}

/** Runs of one drive follow each other, whatever else runs. */
function busiestDrive(own: readonly Preflight[]): number {
  const byDrive = Map.groupBy(
    own.flatMap((preflight) => occupied(preflight).map((key) => ({ key, preflight }))),
    ({ key }) => key,
  );
  const times = [...byDrive.values()].map((runs) =>
    sumOf(
      runs.map(({ preflight }) => preflight),
      leastOf,
    ),
  );
  return Math.max(0, ...times);
}

/** At worst those that share drives, be it by a third, all follow each other. */
function longestGroup(own: readonly Preflight[]): number {
  let groups: { readonly keys: ReadonlySet<string>; readonly runs: readonly Preflight[] }[] = [];
  for (const preflight of own) {
    const keys = occupied(preflight);
    const shared = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const joined = {
      keys: new Set([...keys, ...shared.flatMap((group) => [...group.keys])]),
      runs: [preflight, ...shared.flatMap(({ runs }) => runs)],
    };
    groups = [...groups.filter((group) => !shared.includes(group)), joined];
  }
  return Math.max(0, ...groups.map(({ runs }) => sumOf(runs, mostOf)));
}

function occupied({ driveIds, targetLabel }: Preflight): readonly string[] {
  return driveIds.length > 0 ? driveIds : [targetLabel];
}
