import { describe, expect, it } from "vitest";
import type { LbaFormatChoice, PerformanceFacts } from "../facts.ts";
import { judgePerformance } from "./registry.ts";

const gen3 = "8.0 GT/s PCIe";
const nodes = [
  { node: 0, cpus: "0-3" },
  { node: 1, cpus: "4-7" },
];
const format = (index: number, dataBytes: number, relativePerformance: number, metadataBytes = 0): LbaFormatChoice => ({
  index,
  dataBytes,
  metadataBytes,
  relativePerformance,
});
const on = (formats: LbaFormatChoice[], current: number) => [{ nsid: 1, formats, current }];
const writeProtect = { percentageUsed: 105, writeBytesPerSecond: 30_000_000 };
const hour = 3_600_000;
const refresh = (poweredOnAfterMs: number | undefined, poweredOnBeforeMs: number | undefined) => ({
  hoursAfterPowerOn: 3,
  poweredOnAfterMs,
  poweredOnBeforeMs,
  nowMs: 100 * hour,
});
/** A drive in whose surroundings nothing is amiss. */
const good: PerformanceFacts = {
  link: { now: { speed: gen3, lanes: 4 }, best: { speed: gen3, lanes: 4 } },
  numaNode: 1,
  numaNodes: nodes,
  allowedCpus: "0-7",
  queues: { interrupt: 8, cpusSharingMost: 1 },
  cpuCount: 8,
  schedulers: ["none"],
  governor: "performance",
  namespaces: on([format(0, 512, 2), format(3, 4096, 0)], 3),
  optimalTransferBytes: 4096,
  refresh: refresh(80 * hour, 81 * hour),
  thermal: { temperatureKelvin: 311, warningKelvin: 343, warningMinutesLastDay: 0, transitionsLastDay: 0 },
  percentageUsed: 99,
  writeProtect,
};
const rulesOf = (change: Partial<PerformanceFacts>) => judgePerformance({ ...good, ...change }).map(({ rule }) => rule);
const only = (change: Partial<PerformanceFacts>) => {
  const findings = judgePerformance({ ...good, ...change });
  expect(findings).toHaveLength(1);
  return findings[0];
};

describe("judgePerformance", () => {
  it.each<[string, Partial<PerformanceFacts>, string[]]>([
    ["nothing amiss", {}, []],
    [
      "half the lanes",
      { link: { now: { speed: gen3, lanes: 2 }, best: { speed: gen3, lanes: 4 } } },
      ["linkBelowBest"],
    ],
    [
      "an older generation",
      { link: { now: { speed: "2.5 GT/s PCIe", lanes: 4 }, best: { speed: gen3, lanes: 4 } } },
      ["linkBelowBest"],
    ],
    [
      "a speed that is not known",
      { link: { now: { speed: "Unknown", lanes: 4 }, best: { speed: gen3, lanes: 4 } } },
      [],
    ],
    ["CPUs of the other node alone", { allowedCpus: "0-3" }, ["remoteNumaNode"]],
    ["one CPU of its node", { allowedCpus: "0-3,7" }, []],
    [
      "a node without CPUs",
      {
        numaNodes: [
          { node: 0, cpus: "0-7" },
          { node: 1, cpus: "" },
        ],
      },
      ["remoteNumaNode"],
    ],
    ["no NUMA", { numaNode: -1, allowedCpus: "0" }, []],
    ["one node", { numaNode: 0, numaNodes: [{ node: 0, cpus: "0-7" }], allowedCpus: "9" }, []],
    ["CPUs that share", { queues: { interrupt: 4, cpusSharingMost: 2 } }, ["sharedQueues"]],
    ["a scheduler", { schedulers: ["none", "mq-deadline"] }, ["scheduler"]],
    ["another governor", { governor: "powersave" }, ["governor"]],
    ["no governor at all", { governor: undefined }, []],
    ["512 B where 4 KiB is better", { namespaces: on([format(0, 512, 2), format(3, 4096, 0)], 0) }, ["smallBlocks"]],
    [
      "4 KiB as good by the drive, better by its sheet",
      { namespaces: on([format(0, 512, 0), format(1, 4096, 0)], 0) },
      ["smallBlocks"],
    ],
    [
      "as good, and no sheet",
      { namespaces: on([format(0, 512, 0), format(1, 4096, 0)], 0), optimalTransferBytes: undefined },
      [],
    ],
    ["4 KiB only with metadata", { namespaces: on([format(0, 512, 2), format(1, 4096, 0, 8)], 0) }, []],
    ["512 B alone", { namespaces: on([format(0, 512, 0)], 0) }, []],
    ["powered on 2 h ago", { refresh: refresh(98 * hour, 98.1 * hour) }, ["backgroundRefresh"]],
    ["powered on 3 h ago", { refresh: refresh(96 * hour, 97 * hour) }, []],
    ["known for an hour only", { refresh: refresh(undefined, 99 * hour) }, ["backgroundRefresh"]],
    ["power-on not known", { refresh: refresh(undefined, undefined) }, []],
    ["at its warning temperature", { thermal: { temperatureKelvin: 343, warningKelvin: 343 } }, ["thermalThrottling"]],
    [
      "at its light throttling temperature",
      { thermal: { temperatureKelvin: 328, warningKelvin: 343, lightKelvin: 328 } },
      ["thermalThrottling"],
    ],
    ["throttling switched off", { thermal: { temperatureKelvin: 328, lightKelvin: 0 } }, []],
    [
      "throttled in the last day",
      { thermal: { temperatureKelvin: 311, transitionsLastDay: 2 } },
      ["thermalThrottling"],
    ],
    ["five short of write protection", { percentageUsed: 100 }, ["nearWriteProtect"]],
    ["worn, but no limit is known", { percentageUsed: 200, writeProtect: undefined }, []],
  ])("%s", (_, change, rules) => {
    expect(rulesOf(change)).toEqual(rules);
  });

  it("says nothing of what is not known", () => {
    expect(judgePerformance({})).toEqual([]);
  });

  it("puts what costs most first", () => {
    expect(rulesOf({ governor: "powersave", percentageUsed: 104, schedulers: ["bfq"] })).toEqual([
      "nearWriteProtect",
      "governor",
      "scheduler",
    ]);
  });

  it("says what a narrow link leaves: 2 of 4 lanes at half the speed are a quarter", () => {
    const finding = only({ link: { now: { speed: "4.0 GT/s PCIe", lanes: 2 }, best: { speed: gen3, lanes: 4 } } });
    expect(finding?.text).toBe("The PCI Express link runs at 4.0 GT/s ×2; the drive supports 8.0 GT/s ×4.");
    expect(finding?.cost).toMatch(/^At most 25\s% /);
  });

  it("offers what can be asked for from here", () => {
    expect(only({ namespaces: on([format(0, 512, 2), format(3, 4096, 0)], 0) })?.fix).toEqual({
      kind: "format",
      nsid: 1,
      lbaFormat: 3,
      dataBytes: 4096,
    });
    expect(only({ schedulers: ["bfq"] })?.fix).toEqual({ kind: "setScheduler" });
    expect(only({ governor: "powersave" })?.fix, "that is the host's").toBeUndefined();
  });

  it("names the limit and what happens there", () => {
    expect(only({ percentageUsed: 104 })?.cost).toMatch(/^From 105\s% on, writes are limited to 30\sMB\/s\.$/);
    expect(only({ percentageUsed: 105 })?.cost).toMatch(/^Writes are limited to 30\sMB\/s\.$/);
  });

  it("says how sure it is of the power-on, and how long to wait", () => {
    const certain = only({ refresh: refresh(98 * hour, 98.5 * hour) });
    expect(certain?.text).toContain("was powered on less than");
    // Powered on before 98.5 h, refreshing until 101.5 h, now is 100 h.
    expect(certain?.remedy).toMatch(/up to 90\smin/);
    expect(only({ refresh: refresh(96 * hour, 98.5 * hour) })?.text).toContain("may have been powered on");
  });

  it("counts what happened during the last day", () => {
    const thermal = { temperatureKelvin: 311, warningMinutesLastDay: 14, transitionsLastDay: 1 };
    expect(only({ thermal })?.text).toBe(
      "During the last day it throttled 1 time and was above its warning temperature for 14 min.",
    );
  });
});
