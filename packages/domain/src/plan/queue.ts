/** A run that holds its host and its target. */
export interface HoldingRun {
  /** Its drives, of which a volume has several, or its file. */
  readonly targets: readonly string[];
  /** When it is expected to end. */
  readonly endsAtMs: number;
  readonly parallelOnHost: boolean;
}

/** A run that waits on a host, in the order of the queue. */
export interface WaitingRun {
  readonly id: string;
  readonly targets: readonly string[];
  readonly durationMs: number;
  readonly parallelOnHost: boolean;
}

/**
 * When each waiting run of one host is expected to start: the queue played through with the times that were
 * estimated. A run that is to be alone waits for all, and is not overtaken; one that may run beside others waits for its
 * targets, and for those that may not.
 */
export function expectedStarts(
  nowMs: number,
  holding: readonly HoldingRun[],
  waiting: readonly WaitingRun[],
): Map<string, number> {
  const open = [...holding];
  const starts = new Map<string, number>();
  let turnMs = nowMs;
  for (const run of waiting) {
    const before = open.filter((each) => sharesTarget(each, run) || !(each.parallelOnHost && run.parallelOnHost));
    const startMs = before.reduce((latest, { endsAtMs }) => Math.max(latest, endsAtMs), turnMs);
    starts.set(run.id, startMs);
    open.push({ targets: run.targets, endsAtMs: startMs + run.durationMs, parallelOnHost: run.parallelOnHost });
    if (!run.parallelOnHost) turnMs = startMs;
  }
  return starts;
}

function sharesTarget(one: HoldingRun, other: WaitingRun): boolean {
  return one.targets.some((target) => other.targets.includes(target));
}
