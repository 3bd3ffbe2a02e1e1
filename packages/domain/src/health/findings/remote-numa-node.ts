import type { PerformanceRule } from "../rule.ts";

export const remoteNumaNode: PerformanceRule = {
  id: "remoteNumaNode",
  judge: ({ numaNode, numaNodes, allowedCpus }) => {
    if (numaNode === undefined || numaNode < 0 || allowedCpus === undefined) return undefined;
    const beside = numaNodes?.find(({ node }) => node === numaNode);
    if (beside === undefined || (numaNodes?.length ?? 0) < 2) return undefined;
    const allowed = cpuRanges(allowedCpus);
    if (cpuRanges(beside.cpus).some((near) => allowed.some((range) => overlap(near, range)))) return undefined;
    return {
      text: `The drive is on NUMA node ${numaNode}; benchmarks may only run on CPUs ${allowedCpus}, all on other nodes.`,
      cost: "Every I/O crosses the link between the nodes: higher latency, and less throughput with many threads.",
      remedy: `Allow the agent CPUs ${beside.cpus || "of that node"} too (CPUAffinity= or AllowedCPUs= of its service), or move the drive.`,
    };
  },
};

type CpuRange = readonly [first: number, last: number];

/** "0-3,8" as ranges. */
function cpuRanges(list: string): CpuRange[] {
  return list.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map((number) => Number.parseInt(number, 10));
    return first === undefined || last === undefined || Number.isNaN(first) ? [] : [[first, last] as const];
  });
}

function overlap([aFirst, aLast]: CpuRange, [bFirst, bLast]: CpuRange): boolean {
  return aFirst <= bLast && bFirst <= aLast;
}
