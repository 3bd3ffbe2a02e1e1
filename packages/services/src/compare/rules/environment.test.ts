import { describe, expect, it } from "vitest";
import { type ComparedEnvironment, environmentDifferences, factsOfPoint } from "./environment.ts";

const environment = (id: string, facts: ComparedEnvironment["facts"]): ComparedEnvironment => ({
  id,
  label: id,
  kind: "measured",
  facts,
});

describe("environmentDifferences", () => {
  it("lists what differs and what only some state, and leaves out what is the same", () => {
    const differences = environmentDifferences([
      environment("ours", { kernel: "6.12.9", tool: "uring-bench 0.1.0", governor: "performance", scheduler: "none" }),
      environment("theirs", { kernel: "Linux 4.13.11", tool: "fio 3.1", scheduler: "none" }),
    ]);
    expect(differences).toEqual([
      { field: "tool", values: ["uring-bench 0.1.0", "fio 3.1"], kind: "differs" },
      { field: "kernel", values: ["6.12.9", "Linux 4.13.11"], kind: "differs" },
      { field: "governor", values: ["performance", undefined], kind: "notStated" },
    ]);
  });

  it("has nothing to say of a single environment", () => {
    expect(environmentDifferences([environment("ours", { kernel: "6.12.9" })])).toEqual([]);
  });
});

describe("factsOfPoint", () => {
  it("says when a link runs below what it could", () => {
    const base = { toolVersion: "uring-bench 0.1.0", engineFlags: ["io_uring"], inUse: [] };
    expect(factsOfPoint({ ...base, pcieLink: "2.5 GT/s x4", maxPcieLink: "8.0 GT/s x4" }, []).pcieLink).toBe(
      "2.5 GT/s x4 of 8.0 GT/s x4",
    );
    expect(factsOfPoint({ ...base, pcieLink: "8.0 GT/s x4", maxPcieLink: "8.0 GT/s x4" }, []).pcieLink).toBe(
      "8.0 GT/s x4",
    );
    expect(factsOfPoint({ ...base, pollQueues: 0 }, [])).toEqual({
      tool: "uring-bench 0.1.0",
      engine: "io_uring",
      pollQueues: "0",
      settings: "as found",
    });
  });

  it("tells a drive that was held back for the run from one that was left as it is", () => {
    const base = { toolVersion: "uring-bench 0.1.0", engineFlags: [], inUse: [] };
    const compared = (id: string, settings: string[]) => ({
      id,
      label: id,
      kind: "measured" as const,
      facts: factsOfPoint(base, settings),
    });
    expect(environmentDifferences([compared("held", ["power governor 2"]), compared("free", [])])).toEqual([
      { field: "settings", values: ["power governor 2", "as found"], kind: "differs" },
    ]);
  });
});
