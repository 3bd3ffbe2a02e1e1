import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importLimits } from "../limits.ts";
import { readFioJson } from "./json-file.ts";

const plus = readFileSync(new URL("../testing/fio/io_uring-json-plus.txt", import.meta.url), "utf8");
const document = (jobs: number) =>
  `{"fio version":"fio-3.33","jobs":[${Array(jobs).fill('{"jobname":"a"}').join()}]}\n`;

it("tells the lines of what fio said between documents", () => {
  const found = readFioJson(`fio: first\n${plus.trimEnd()}\n\nfio: second\n${plus.replaceAll("3.33", "3.34")}`);
  const second = plus.split("\n").length + 2;
  expect(found.warnings.slice(0, 2)).toEqual([
    { path: "line 1", message: 'fio said "fio: first".' },
    { path: `line ${second}`, message: 'fio said "fio: second".' },
  ]);
});

describe("a hostile file", () => {
  it("of many documents has no more jobs than a file may have points, before any is looked at", () => {
    expect(() => readFioJson(document(600).repeat(2))).toThrow("The file has 1200 jobs; the limit is 1024.");
    const { refused } = readFioJson(document(1).repeat(importLimits.documents));
    expect(refused).toHaveLength(importLimits.documents);
  });

  it("of very many lines and documents is read line by line once", () => {
    const started = performance.now();
    readFioJson("\n".repeat(1_000_000) + document(1).repeat(importLimits.documents));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
