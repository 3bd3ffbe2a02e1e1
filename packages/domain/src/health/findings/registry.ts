import type { PerformanceFacts } from "../facts.ts";
import type { Finding } from "../finding.ts";
import type { PerformanceRule } from "../rule.ts";
import { backgroundRefresh } from "./background-refresh.ts";
import { governor } from "./governor.ts";
import { linkBelowBest } from "./link-below-best.ts";
import { nearWriteProtect } from "./near-write-protect.ts";
import { remoteNumaNode } from "./remote-numa-node.ts";
import { scheduler } from "./scheduler.ts";
import { sharedQueues } from "./shared-queues.ts";
import { smallBlocks } from "./small-blocks.ts";
import { thermalThrottling } from "./thermal-throttling.ts";

/** In the order in which they are worth fixing. */
const PERFORMANCE_RULES: readonly PerformanceRule[] = [
  nearWriteProtect,
  thermalThrottling,
  linkBelowBest,
  remoteNumaNode,
  smallBlocks,
  backgroundRefresh,
  governor,
  scheduler,
  sharedQueues,
];

/** Everything that costs a drive performance by these facts, in the order in which it is worth fixing. */
export function judgePerformance(facts: PerformanceFacts): Finding[] {
  return PERFORMANCE_RULES.flatMap((rule) => {
    const finding = rule.judge(facts);
    return finding === undefined ? [] : [{ rule: rule.id, ...finding }];
  });
}
