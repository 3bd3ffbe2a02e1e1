import { expect, it } from "vitest";
import { findingsOf } from "./environment-findings.ts";

const bare = { toolVersion: "uring-bench 0.1.0", engineFlags: [], inUse: [] };

it("finds what of a recorded environment costs performance, and nothing in a good one", () => {
  const good = {
    governor: "performance",
    scheduler: "none",
    pcieLink: "8.0 GT/s PCIe x4",
    maxPcieLink: "8.0 GT/s PCIe x4",
  };
  expect(findingsOf({ ...bare, ...good })).toEqual([]);
  expect(findingsOf(bare)).toEqual([]);
  const poor = { governor: "powersave", scheduler: "mq-deadline", pcieLink: "2.5 GT/s PCIe x4" };
  expect(findingsOf({ ...bare, ...good, ...poor }).map(({ field, text }) => [field, text])).toEqual([
    ["pcieLink", "The PCI Express link runs at 2.5 GT/s ×4; the drive supports 8.0 GT/s ×4."],
    ["governor", 'The CPU frequency governor is "powersave".'],
    ["scheduler", "The I/O scheduler is mq-deadline."],
  ]);
});
