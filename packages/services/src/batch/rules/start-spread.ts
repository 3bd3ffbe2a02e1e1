interface StartedRun {
  /** By its host's clock; by the server's, where that of the host is further off than agents follow it. */
  readonly startedAt: Date;
  /** That clock minus the server's, at the host's last report. */
  readonly clockSkewMs: number;
}

export interface StartSpread {
  readonly runs: number;
  /** From the first to the last, by the server's clock: as exact as the hosts' clocks are known, which is tens of milliseconds. */
  readonly spreadMs: number;
  readonly firstAt: Date;
}

/** An agent dates what it says by another clock than its host's beyond that. */
const followedMs = 5000;

/** How far apart runs really began. */
export function startSpread(runs: readonly StartedRun[]): StartSpread | undefined {
  if (runs.length < 2) return undefined;
  const starts = runs.map(({ startedAt, clockSkewMs }) => startedAt.getTime() - followedSkew(clockSkewMs));
  const first = Math.min(...starts);
  return { runs: runs.length, spreadMs: Math.max(...starts) - first, firstAt: new Date(first) };
}

const followedSkew = (skewMs: number) => (Math.abs(skewMs) <= followedMs ? skewMs : 0);
