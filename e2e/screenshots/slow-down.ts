import type { VirtualHost } from "../lab/virtual-host.ts";
import type { Stack } from "../stack/stack.ts";
import { slowing } from "./lab-runs.ts";

/** A run, and the host whose drive it measures. */
export interface MeasuredRun {
  readonly stack: Stack;
  readonly host: VirtualHost;
  readonly runId: string;
  readonly isOver: () => Promise<boolean>;
}

const pollMs = 500;

/** What flash does by itself, an emulated drive does by its limit: fast when fresh, slower as it fills, then steady. */
export async function slowDownByTime({ host, isOver }: MeasuredRun): Promise<void> {
  const begun = Date.now();
  while (!(await isOver())) {
    const seconds = (Date.now() - begun) / 1000;
    const share = Math.min(Math.max((seconds - 45) / 60, 0), 1);
    await host.setIopsLimit(slowing.saturated, Math.round(1200 - 750 * Math.sqrt(share)));
    await pause(2000);
  }
}

/** The limit of each round; the last one holds for all that follow. */
const limitsByRound = [800, 650, 510, 450, 415, 400];

/** The same by rounds, so that the first of them are not steady. */
export async function slowDownByRounds({ stack, host, runId, isOver }: MeasuredRun): Promise<void> {
  let set = -1;
  while (!(await isOver())) {
    const newest = await stack.db.benchmarkPoint.aggregate({
      where: { runId, startedAt: { not: null } },
      _max: { round: true },
    });
    const round = newest._max.round ?? 0;
    if (round !== set) {
      await host.setIopsLimit(slowing.rounds, limitsByRound[round] ?? limitsByRound.at(-1) ?? 400);
      set = round;
    }
    await pause(pollMs);
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
