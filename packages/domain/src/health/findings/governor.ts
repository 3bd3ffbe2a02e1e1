import type { PerformanceRule } from "../rule.ts";

export const governor: PerformanceRule = {
  id: "governor",
  judge: ({ governor: name }) => {
    if (name === undefined || name === "performance") return undefined;
    return {
      text: `The CPU frequency governor is "${name}".`,
      cost: "Latency varies with the clock frequency, most at low queue depths, where each I/O wakes a CPU.",
      remedy: "Set it to performance while measuring: cpupower frequency-set -g performance.",
    };
  },
};
