/** A run that holds its host and its target. */
export interface HoldingRun {
  readonly target: string;
  /** When it is expected to end. */
  readonly endsAtMs: number;
  readonly parallelOnHost: boolean;
}

/** A run that waits on a host, in the order of the queue. */
export interface WaitingRun {
  readonly id: string;
  readonly target: string;
  readonly durationMs: number;
  readonly parallelOnHost: boolean;
}

/**
 * When each waiting run of one host is expected to start: the queue played through with the times that were
 * estimated. A run that is to be alone waits for all, and is not overtaken; one that may run beside others waits for its
 * target, and for those that may not.
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
    const before = open.filter((each) => each.target === run.target || !(each.parallelOnHost && run.parallelOnHost));
    const startMs = before.reduce((latest, { endsAtMs }) => Math.max(latest, endsAtMs), turnMs);
    starts.set(run.id, startMs);
    open.push({ target: run.target, endsAtMs: startMs + run.durationMs, parallelOnHost: run.parallelOnHost });
    if (!run.parallelOnHost) turnMs = startMs;
  }
  return starts;
}
