import type { PerformanceRule } from "../rule.ts";

export const sharedQueues: PerformanceRule = {
  id: "sharedQueues",
  judge: ({ queues, cpuCount }) => {
    if (queues === undefined || queues.cpusSharingMost <= 1) return undefined;
    const ofCpus = cpuCount === undefined ? "" : ` for ${cpuCount} CPUs`;
    return {
      text: `The controller has ${queues.interrupt} I/O queues${ofCpus}: up to ${queues.cpusSharingMost} CPUs share one.`,
      cost: "CPUs that share a queue wait for its lock and are interrupted for each other's I/O.",
      remedy: "Run the busiest threads on CPUs with queues of their own; the number of queues is fixed by the drive.",
    };
  },
};
