import { describe, expect, it } from "vitest";
import { colorKeys, entryNames, type NamedEntry, sortedByLoad } from "./naming.ts";

const workload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 1 } as const;
const at = (minute: number, second = 0) => new Date(2026, 10, 21, 14, minute, second);

function measured(id: string, runId: string, finishedAt: Date, changes: Partial<NamedEntry> = {}): NamedEntry {
  const row = { id, label: id, drive: "P4800X PHKS1", workload };
  return { kind: "measured", row, modelId: "p4800x", runId, direction: "read", finishedAt, ...changes };
}
const published: NamedEntry = {
  kind: "published",
  row: { id: "review/1", label: "Micron 9100 MAX 2.4TB", drive: "Micron 9100 MAX 2.4TB", workload },
  modelId: "micron-9100-max",
};

const namesOf = (...entries: NamedEntry[]) => [...entryNames(entries).values()].map(({ text }) => text);

describe("entryNames", () => {
  it("is the drive where one run of it is compared", () => {
    expect(namesOf(measured("a", "r1", at(3)), published)).toEqual(["P4800X PHKS1", "Micron 9100 MAX 2.4TB"]);
  });

  it("tells two runs of one drive apart by when they ended", () => {
    expect(namesOf(measured("a", "r1", at(3)), measured("b", "r2", at(9)))).toEqual([
      "P4800X PHKS1, 11-21 14:03",
      "P4800X PHKS1, 11-21 14:09",
    ]);
    expect(namesOf(measured("a", "r1", at(3, 5)), measured("b", "r2", at(3, 40)))).toEqual([
      "P4800X PHKS1, 11-21 14:03:05",
      "P4800X PHKS1, 11-21 14:03:40",
    ]);
  });

  it("says which direction of a mix it is, at the end that is never cut", () => {
    const row = { id: "a", label: "a", drive: "P4800X PHKS1", workload: { ...workload, readPercent: 70 } };
    expect(entryNames([measured("a", "r1", at(3), { row, direction: "write" })]).get("a")).toEqual({
      text: "P4800X PHKS1, writes",
      detail: "writes",
    });
  });
});

describe("colorKeys", () => {
  it("follows the model, so that a measured and a published P4800X share a color", () => {
    const own = { ...published, row: { ...published.row, id: "review/2" }, modelId: "p4800x" };
    expect([...colorKeys([measured("a", "r1", at(3)), own, published]).values()]).toEqual([
      "p4800x",
      "p4800x",
      "micron-9100-max",
    ]);
  });

  it("leaves a published model its color also where it stands alone", () => {
    const second = { ...published, row: { ...published.row, id: "review/2" } };
    expect([...colorKeys([published, second]).values()]).toEqual(["micron-9100-max", "micron-9100-max"]);
  });

  it("follows the drive where all are of one model, and the run where all are of one drive", () => {
    const other = { id: "b", label: "b", drive: "P4800X PHKS2", workload };
    const twoDrives = [measured("a", "r1", at(3)), measured("b", "r2", at(9), { row: other })];
    expect([...colorKeys(twoDrives).values()]).toEqual(["P4800X PHKS1", "P4800X PHKS2"]);
    expect([...colorKeys([measured("a", "r1", at(3)), measured("b", "r2", at(9))]).values()]).toEqual(["r1", "r2"]);
  });
});

describe("sortedByLoad", () => {
  it("orders depths as numbers, reads before writes, random before sequential", () => {
    const entry = (id: string, changes: object) =>
      measured(id, "r", at(0), { row: { id, label: id, drive: "d", workload: { ...workload, ...changes } } });
    const entries = [
      entry("sequential", { pattern: "sequential" }),
      entry("qd128", { queueDepth: 128 }),
      entry("write", { readPercent: 0 }),
      entry("qd16", { queueDepth: 16 }),
      entry("qd2", { queueDepth: 2 }),
    ];
    expect(sortedByLoad(entries).map(({ row }) => row.id)).toEqual(["qd2", "qd16", "qd128", "write", "sequential"]);
  });
});
