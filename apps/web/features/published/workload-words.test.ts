import { publishedResults } from "@crosspoint/catalog";
import { describe, expect, it } from "vitest";
import { publishedWorkloadWords } from "./workload-words.ts";

const words = (text: string) => text.replaceAll("\u2009", " ");

describe("publishedWorkloadWords", () => {
  it("names a test by its own name, a pattern by size, order and mix", () => {
    expect(publishedWorkloadWords({ id: "act" })).toBe("Aerospike ACT");
    const read = { id: "random-read-4k", pattern: "random", readPercent: 100, blockBytes: 4096 } as const;
    expect(words(publishedWorkloadWords({ ...read, threads: 1 }))).toBe("4 KiB random read (1 thread)");
    expect(words(publishedWorkloadWords({ ...read, readPercent: 70, condition: "steady state" }))).toBe(
      "4 KiB random 70/30 read/write, steady state",
    );
  });

  it("has words for every workload of the catalog", () => {
    const { rows, series, ratios } = publishedResults;
    const workloads = [...rows, ...series, ...ratios].map(({ workload }) => workload);
    expect(workloads.filter((workload) => publishedWorkloadWords(workload).startsWith(workload.id))).toEqual([]);
  });
});
