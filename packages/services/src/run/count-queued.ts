import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** How many runs wait for their turn, over all hosts. */
export async function countQueued({ db, actor }: ServiceContext): Promise<number> {
  requireRight({ actor }, "benchmark.view");
  return db.benchmarkRun.count({ where: { state: "queued" } });
}
