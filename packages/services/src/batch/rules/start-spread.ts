import { clockSkewWarningMs } from "../../host/rules/view.ts";

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

/** How far apart runs really began. */
export function startSpread(runs: readonly StartedRun[]): StartSpread | undefined {
  if (runs.length < 2) return undefined;
  const starts = runs.map(({ startedAt, clockSkewMs }) => startedAt.getTime() - followedSkew(clockSkewMs));
  const first = Math.min(...starts);
  return { runs: runs.length, spreadMs: Math.max(...starts) - first, firstAt: new Date(first) };
}

/** Where a host's clock is further off than that, its agent dates what it says by another one. */
const followedSkew = (skewMs: number) => (Math.abs(skewMs) <= clockSkewWarningMs ? skewMs : 0);
