import { setImmediate } from "node:timers/promises";
import { ServiceError } from "../../errors.ts";

/**
 * Processor time that judging one report may take. A full report of a busy drive's seconds takes 0.4 s on one core of the
 * machine that this was measured on. One that is over the budget is answered 413, and its agent sends it in halves.
 */
export const judgeBudgetMs = 3000;
/** Longest that judging keeps the thread before others have a turn. */
const turnMs = 10;

/** Keeps the judging of one report from holding up the thread, and ends it when it has taken too much in all. */
export class JudgeBudget {
  #spentUs = 0;
  #turn = process.threadCpuUsage();

  /** Call it between pieces of work that are bounded by themselves. Throws `tooLarge` when the budget is spent. */
  async pause(): Promise<void> {
    const { user, system } = process.threadCpuUsage(this.#turn);
    if (this.#spentUs + user + system > judgeBudgetMs * 1000) {
      throw new ServiceError("tooLarge", `Judging this report took more than ${judgeBudgetMs} ms of the processor.`, {
        remedy: "Send fewer events in one report.",
      });
    }
    if (user + system < turnMs * 1000) return;
    this.#spentUs += user + system;
    await setImmediate();
    this.#turn = process.threadCpuUsage();
  }
}
