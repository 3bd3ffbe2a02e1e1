/** What a run did at one load. */
interface LoadRate {
  readonly runId: string;
  readonly load: string;
  readonly iops: number;
}

/**
 * The best of several runs of one plan: the one with the highest geometric mean of IOPS over the loads that all of them
 * have, so that a load of many operations does not count for more than one of few. `loads` is how many those are; of none
 * the first run stands for all. The earlier of equals wins.
 */
export function bestRun(
  runIds: readonly string[],
  rates: readonly LoadRate[],
): { readonly runId: string; readonly loads: number } {
  const byLoad = [
    ...Map.groupBy(
      rates.filter(({ iops }) => iops > 0),
      ({ load }) => load,
    ).values(),
  ];
  const common = byLoad.filter((own) => runIds.every((runId) => own.some((rate) => rate.runId === runId)));
  const score = (runId: string) =>
    common.flat().reduce((sum, rate) => (rate.runId === runId ? sum + Math.log(rate.iops) : sum), 0);
  const scores = new Map(runIds.map((runId) => [runId, score(runId)]));
  const best = runIds.reduce((a, b) => ((scores.get(b) ?? 0) > (scores.get(a) ?? 0) ? b : a));
  return { runId: best, loads: common.length };
}
