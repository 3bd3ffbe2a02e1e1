import type { PerformanceRule } from "../rule.ts";

export const scheduler: PerformanceRule = {
  id: "scheduler",
  judge: ({ schedulers = [] }) => {
    const others = [...new Set(schedulers.filter((name) => name !== "none"))];
    if (others.length === 0) return undefined;
    return {
      text: `The I/O scheduler is ${others.join(", ")}.`,
      cost: "Every I/O takes its lock and CPU time; a drive with queues of its own gains nothing from it.",
      remedy: "Set it to none: echo none > /sys/block/…/queue/scheduler, with a udev rule to keep it.",
      fix: { kind: "setScheduler" },
    };
  },
};
