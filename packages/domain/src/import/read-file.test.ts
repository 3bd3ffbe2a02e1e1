import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPercentile } from "../histogram/percentiles.ts";
import { workloadKey } from "../workload/key.ts";
import { workloadOf } from "../workload/of-point.ts";
import { importLimits } from "./limits.ts";
import { ImportProblem } from "./problem.ts";
import { readResultFile } from "./read-file.ts";

const read = (text: string) => readResultFile(new TextEncoder().encode(text));
const file = (name: string) => readFileSync(new URL(`./testing/fio/${name}`, import.meta.url), "utf8");
const plus = file("io_uring-json-plus.txt");

function problemOf(text: string): { path: string; message: string } {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ImportProblem) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error("It was taken.");
}

/** Files of fio 3.33 and its own words on them, made for these tests. */
describe("output of fio", () => {
  it("becomes a point with its histogram and its own figures", () => {
    const { tool, points, format } = read(plus);
    expect([format, tool]).toEqual(["fioJson", { name: "fio", version: "3.33" }]);
    const [point] = points;
    expect(point?.latencyFrom).toBe("afterSubmission");
    expect(point?.littlesLaw).toMatchObject({ expected: 4, ok: true });
    const [direction] = point?.directions ?? [];
    expect(direction).toMatchObject({
      direction: "read",
      operations: 162_691,
      bytes: 666_382_336,
      iops: 162_528.471528,
    });
    expect(direction?.percentiles).toEqual([
      { percentile: "50", ns: 22_912 },
      { percentile: "90", ns: 24_192 },
      { percentile: "99", ns: 27_264 },
      { percentile: "99.9", ns: 55_040 },
    ]);
    // The middle of fio's bin, and the rest of the range that holds it here: 16 to 32 ns at 16 to 65 us.
    const readings = (["50", "90", "99", "99.9"] as const).map(
      (each) => direction?.histogram && readPercentile(direction.histogram, each),
    );
    expect(readings.map((each) => each?.kind === "value" && each.ns)).toEqual([22_927, 24_207, 27_279, 55_071]);
  });

  it("has the key of its workload only from a version that writes its switches: 3.33 leaves out a bare hipri", () => {
    const keyOf = (text: string) =>
      read(text).points.map(({ spec, gaps }) => (spec ? workloadKey(workloadOf(spec)) : gaps));
    expect(keyOf(plus)).toEqual([[{ part: "engine", reason: expect.stringContaining("hipri") }]]);
    expect(keyOf(plus.replace("fio-3.33", "fio-3.42"))).toEqual(["random-read-4k-qd4"]);
    expect(keyOf(plus.replace('"iodepth"', '"hipri" : "1", "iodepth"'))).toEqual(["random-read-4k-qd4-io_uring+poll"]);
  });

  it("without bins keeps its percentiles, those from submission where it has them, and no histogram", () => {
    const [point] = read(file("psync-mixed.txt")).points;
    expect(point?.spec && workloadKey(workloadOf(point.spec))).toBe("random-70-30-4k-qd1-sync");
    expect(point?.latencyFrom).toBe("submission");
    expect(
      point?.directions.map(({ direction, percentiles, histogram }) => [direction, percentiles, histogram]),
    ).toEqual([
      [
        "read",
        [
          { percentile: "50", ns: 12_224 },
          { percentile: "99", ns: 24_448 },
        ],
        undefined,
      ],
      [
        "write",
        [
          { percentile: "50", ns: 10_048 },
          { percentile: "99", ns: 23_936 },
        ],
        undefined,
      ],
    ]);
  });

  it("of version 2 is in KiB and microseconds", () => {
    const two = plus
      .replace("fio-3.33", "fio-2.18")
      .replace(/"io_kbytes" : .*\n/g, "")
      .replace(/"bw_bytes" : .*\n/g, "")
      .replace(/(lat)_ns"/g, '$1"');
    const [direction] = read(two).points[0]?.directions ?? [];
    expect(direction).toMatchObject({ bytes: 666_382_336 * 1024, latencyNs: { min: expect.any(Number) } });
    expect(direction?.percentiles[0]).toEqual({ percentile: "50", ns: 22_912_000 });
    expect(direction?.histogram && readPercentile(direction.histogram, "50")).toMatchObject({ ns: 22_921_215 });
  });

  it("adds jobs of one load, and takes none of them for the load", () => {
    const { points } = read(file("two-jobs-json-plus.txt"));
    expect(points.map(({ name }) => name)).toEqual(["two", "two", "two (2 jobs together)"]);
    expect(points.map(({ spec }) => spec)).toEqual([undefined, undefined, undefined]);
    expect(points[0]?.gaps.map(({ part }) => part)).toEqual(["engine", "other", "beside", "beside", "ending"]);
    expect(points[2]?.gaps.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("hipri"),
      "not read here: number_ios",
      "it ended after 0.004 s of its runtime",
    ]);
    expect(points[2]?.known).toMatchObject({ queueDepth: 2, threads: 2 });
    expect(points[2]?.directions[0]?.histogram?.totalCount).toBe(400);
  });

  it("of a job that ended before its runtime is as long as what was measured, and says so", () => {
    const whole = plus.replace("fio-3.33", "fio-3.42").replace('"runtime" : 1001', '"runtime" : 12345');
    const lengthOf = (runtime: number) => {
      const [point] = read(whole.replace('"runtime" : "1"', `"runtime" : "${runtime}"`)).points;
      const { message } = point?.warnings.find(({ message: each }) => each.startsWith("It ended")) ?? {};
      return [point?.spec?.ending, message];
    };
    const message = "It ended after 12.345 s of its runtime of 60 s: what was measured is its length here.";
    expect(lengthOf(60)).toEqual([{ kind: "duration", durationSeconds: 12 }, message]);
    expect(lengthOf(13)).toEqual([expect.objectContaining({ durationSeconds: 12 }), expect.any(String)]);
    expect(lengthOf(12)).toEqual([{ kind: "duration", durationSeconds: 12 }, undefined]);
  });

  it("of counts that cannot be held exactly is refused where they stand, alone or together", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(problemOf(plus.replace('"80" : 1,', `"80" : ${most},`))).toMatchObject({
      path: "jobs[0].read.clat_ns.bins",
      message: expect.stringContaining("cannot be counted exactly"),
    });
    const two = file("two-jobs-json-plus.txt");
    const { points, refused } = read(two.replaceAll(/"total_ios" : 200/g, `"total_ios" : ${most}`));
    expect(points.map(({ name }) => name)).toEqual(["two", "two"]);
    expect(refused).toEqual([
      { path: "jobs", message: expect.stringMatching(/^Together its jobs have \d+ operations/) },
    ]);
  });

  it("of a histogram log counts every interval, and says how coarse its bins are", () => {
    const { points, warnings } = read(file("coarse-histogram.log"));
    const [direction] = points[0]?.directions ?? [];
    expect([direction?.operations, direction?.bytes, direction?.histogramError]).toEqual([452, 452 * 4096, 0.125]);
    expect(points[0]?.elapsedNs).toBe(1_503_000_000);
    expect(warnings[0]?.message).toContain("fio 3, in ns");
  });

  it("of several histogram logs that were put together is one point, and says in which log something is wrong", () => {
    const one = file("coarse-histogram.log").trimEnd();
    const { points, warnings } = read(`# job_clat_hist.1.log\n${one}\n# job_clat_hist.2.log\n${one}\n`);
    const [direction] = points[0]?.directions ?? [];
    expect([points.length, direction?.operations, direction?.histogram?.totalCount]).toEqual([1, 904, 904]);
    expect(points[0]?.elapsedNs).toBe(1_503_000_000);
    expect(warnings.map(({ message }) => message)).toContain("It is 2 logs added up.");
    const [first = ""] = one.split("\n");
    const short = first.split(",").slice(0, -3).join(",");
    expect(() => read(`# a.log\n${one}\n# b.log\n${first}\n${short}`)).toThrow(
      expect.objectContaining({ path: "b.log, line 2" }),
    );
    expect(() => read(`# a.log\n${one}\n${first}`)).toThrow(
      expect.objectContaining({ path: "a.log, line 4", message: "Its time is before that of the line above it." }),
    );
  });

  it("takes what is sound and says what is not", () => {
    const two = plus.replace(/"jobs" : \[\n\s*(\{[\s\S]*\})\n {2}\],\n {2}"disk_util"/, (_, job) => {
      return `"jobs" : [ ${job}, ${job.replace('"error" : 0', '"error" : 5')} ], "disk_util"`;
    });
    const { points, refused } = read(two);
    expect(points).toHaveLength(1);
    expect(refused).toEqual([{ path: "jobs[1].error", message: expect.stringContaining("error is 5") }]);
  });

  it("keeps what breaks Little's law, with a warning", () => {
    const [point] = read(plus.replace('"iops" : 162528.471528', '"iops" : 62528.471528')).points;
    expect(point?.littlesLaw?.ok).toBe(false);
    expect(point?.warnings.map(({ path }) => path)).toEqual(["jobs[0].read.iops", "jobs[0]"]);
  });

  it("is not held to Little's law where it states no rate", () => {
    const [point] = read(plus.replace('"iops" : 162528.471528', '"iops" : 0')).points;
    expect([point?.littlesLaw, point?.warnings.map(({ path }) => path)]).toEqual([undefined, ["jobs[0].read.iops"]]);
  });

  it("tells what it said before its document", () => {
    const { warnings, points } = read(`fio: file hash not empty on exit\n\n${plus}`);
    expect(points).toHaveLength(1);
    expect(warnings).toEqual([{ path: "line 1", message: 'fio said "fio: file hash not empty on exit".' }]);
  });
});

describe("figures that cannot be", () => {
  const mean = /("clat_ns" : \{\s*"min" : \d+,\s*"max" : \d+,\s*"mean" : )[\d.]+/;
  it.each([
    ["NaN", plus.replace(mean, "$1nan"), "jobs[0].read.clat_ns.mean", "mean is NaN"],
    ["-NaN", plus.replace(mean, "$1-nan"), "jobs[0].read.clat_ns.mean", "mean is NaN"],
    ["infinite", plus.replace(mean, "$1inf"), "jobs[0].read.clat_ns.mean", "mean is Infinity"],
    ["negative", plus.replace(mean, "$1-5"), "jobs[0].read.clat_ns.mean", "mean is -5, and cannot be negative"],
    ["of another unit", plus.replace(mean, "$11e18"), "jobs[0].read.clat_ns.mean", "outside 0 to"],
    [
      "outside minimum and maximum",
      plus.replace(mean, "$11"),
      "jobs[0].read.clat_ns.mean",
      "outside its minimum and maximum",
    ],
    ["huge", plus.replace('"total_ios" : 162691', '"total_ios" : 1e300'), "jobs[0].read.total_ios", "outside 0 to"],
    ["fractional", plus.replace('"total_ios" : 162691', '"total_ios" : 1.5'), "jobs[0].read.total_ios", "whole number"],
    [
      "a text",
      plus.replace('"total_ios" : 162691', '"total_ios" : "162691"'),
      "jobs[0].read.total_ios",
      "must be a number",
    ],
    [
      "twice and not the same",
      plus.replace('"total_ios" : 162691', '"total_ios" : 1, "total_ios" : 2'),
      "jobs[0].read.total_ios",
      "twice",
    ],
    ["of two units", plus.replace(/"io_kbytes" : \d+/, '"io_kbytes" : 1'), "jobs[0].read.io_bytes", "another unit"],
    [
      "not a bin",
      plus.replace(/"bins" : \{/, '"bins" : { "22913" : 0,'),
      "jobs[0].read.clat_ns.bins.22913",
      "no bin of fio",
    ],
    [
      "not counted",
      plus.replace(/"22912" : \d+(,\s+"23\d)/, '"22912" : 1$1'),
      "jobs[0].read.clat_ns.bins",
      "N says 162691",
    ],
    [
      "falling",
      plus.replace('"99.000000" : 27264', '"99.000000" : 27'),
      "jobs[0].read.clat_ns.percentile",
      "falls at the 99th",
    ],
    [
      "of a century",
      plus.replace(/"runtime" : 1001/, '"runtime" : 3156000000000'),
      "jobs[0].read.runtime",
      "longer than a year",
    ],
    ["of no time", plus.replace(/"runtime" : \d+/, '"runtime" : 0'), "jobs[0].read.runtime", "is 0"],
    ["of no version", plus.replace('"fio-3.33"', '"dd-1"'), "fio version", "no version of fio"],
    [
      "of smartctl",
      '{"json_format_version":[1,0],"smartctl":{"version":[7,3]}}',
      "",
      "This is output of smartctl: it says",
    ],
    [
      "of nvme-cli",
      '{"critical_warning":0,"temperature":310,"percent_used":3}',
      "",
      "This is output of nvme-cli: it says",
    ],
    ["of no job", '{"fio version":"fio-3.33","jobs":[]}', "jobs", "has no job"],
  ])("are refused with their place: %s", (_, text, path, message) => {
    expect(text).not.toBe(plus);
    expect(problemOf(text)).toEqual({ path, message: expect.stringContaining(message) });
  });

  it("may stand twice where they are the same, as old versions write them, or where nobody reads them", () => {
    const twice = plus
      .replace('"total_ios" : 162691', '"total_ios" : 162691, "total_ios" : 162691')
      .replace('"99.900000"', '"0.00" : 0, "0.00" : 0, "99.900000"')
      .replace('"bw_dev"', '"bw_dev" : 1, "bw_dev" : 2, "bw_dev"');
    expect(read(twice).points[0]?.directions).toEqual(read(plus).points[0]?.directions);
  });
});

describe("hostile files", () => {
  const version = '{"fio version":"fio-3.33","jobs":';
  it.each([
    ["nested", `${version}${"[".repeat(1_000_000)}`, "line 1", "nested deeper"],
    [
      "of very many values",
      `${version}[${"0,".repeat(importLimits.jsonValues)}0]}`,
      "line 1",
      "more than 600000 values",
    ],
    ["of very many jobs", `${version}[${"{},".repeat(importLimits.points)}{}]}`, "jobs", "has 1025 jobs"],
    [
      "of very many values in several documents",
      `${version}[{"jobname":"a"}],"x":[${"0,".repeat(importLimits.jsonValues / 2)}0]}\n`.repeat(3),
      /^line [23]$/,
      "more than 600000 values",
    ],
    [
      "with an endless text",
      `${version}"${"x".repeat(importLimits.textCharacters + 1)}"}`,
      "line 1",
      "a text of more than",
    ],
    ["with an endless number", `${version}${"1".repeat(100_000)}}`, "line 1", "where a value must stand"],
    ["cut off", plus.slice(0, 500), /^line \d+$/, ""],
    ["with a prototype", '{"__proto__":{"fio version":"fio-3.33"}}', "fio version", "missing"],
    ["of very many documents", "{}\n".repeat(2000), "document 1.fio version", "missing"],
    ["empty", " \n ", "", "empty"],
    ["binary", "\u0000\u0001", "", "no JSON document"],
    ["a log of many columns", `1, 0, 4096, ${"0, ".repeat(1_000_000)}0`, "line 1", "no histogram log has"],
    [
      "an endless interval",
      `#[Unit of values: ns]\nTag=read,0,${"9".repeat(400)},1,HISTF`,
      "line 2",
      "no entry of a histogram log",
    ],
    ["a log of words", "1, 0, 4096, x", "line 1, column 4", "no count"],
    ["a .hlog bomb", `#[Unit of values: ns]\nTag=read,0,1,1,HISTF${"A".repeat(400_000)}`, "line 2", "over the limit"],
    [
      "a damaged .hlog",
      "#[Unit of values: ns]\nTag=read,0,1,1,HISTFAAAACF4nJNpmSzMwMDAyAABzFAayGd2M9ixgMH+A1QEAFKmCEw=",
      "line 2",
      "checksum",
    ],
  ])("are refused: %s", (_, text, path, message) => {
    const started = performance.now();
    const problem = problemOf(text);
    expect(problem.path).toEqual(path instanceof RegExp ? expect.stringMatching(path) : path);
    expect(problem.message).toContain(message);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it("are refused by their size before anything is read", () => {
    expect(() => readResultFile(new Uint8Array(importLimits.fileBytes + 1))).toThrow("the limit is 16777216");
  });

  it("are refused where they are no text", () => {
    expect(() => readResultFile(Uint8Array.of(0x1f, 0x8b, 0xff))).toThrow("not text in UTF-8");
  });
});
