import { publishedResults } from "@crosspoint/catalog";
import { describe, expect, it } from "vitest";
import { contextWords } from "./context-words.ts";

const wordsOf = (id: string) =>
  publishedResults.rows
    .filter((row) => row.id.includes(id))
    .flatMap(({ context }) => contextWords(context).map((text) => text.replaceAll("\u2009", " ")));

describe("contextWords", () => {
  it("says what the catalog has beside a figure", () => {
    expect(wordsOf("750gb/sequential-read-128k")).toEqual(["between 2,400 MB/s and 2,500 MB/s", "saturates at QD2"]);
    expect(wordsOf("single-thread/intel-optane")).toEqual(["saturates at QD4-6"]);
    expect(wordsOf("single-thread/intel-ssd-dc-p3700")).toEqual(["saturates at above QD32"]);
    expect(wordsOf("/steady-state-random-write-4k")).toEqual(["750 MB/s at the start", "settles after 20 min"]);
    expect(wordsOf("/consistency")).toEqual(["mean 130,000 IOPS", "over 10,000 s"]);
    expect(wordsOf("/hardwareinfo-score")).toEqual(["baseline OCZ Vector 150 = 100"]);
  });

  it("leaves out no part of any context but the remark, which stands below the table", () => {
    for (const { id, context } of publishedResults.rows) {
      const { note: _, ...told } = context;
      expect(contextWords(told), id).toHaveLength(Object.keys(told).length);
    }
  });
});
