import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPercentile } from "../../histogram/percentiles.ts";
import type { ImportedDirection } from "../imported-run.ts";
import { ImportProblem } from "../problem.ts";
import { readResultFile } from "../read-file.ts";
import { binStart } from "./bins.ts";

const folder = fileURLToPath(new URL("../../../../../../shared/fixtures/fio/", import.meta.url));
const google = "GoogleCloudPlatform__PerfKitBenchmarker/tests__data__fio__";
const histogramLog = `${google}hist__pkb_fio_avg_1506559526.49_clat_hist`;
const plot = "louwrentius__fio-plot/";
const own = "self-generated/";
const stonet = "stonet/example_results__";
const threads = `${stonet}7-multi_thread__results__`;

/** Files of outside data: version, points, those whose workload is fully known, and remarks on what was left out. */
const valid: [file: string, version: string, points: number, keyed: number][] = [
  [`${google}fio-parser-sample-result.json`, "2.1.4", 5, 0],
  [`${google}hist__pkb-7fb0c9d8-0_fio.json`, "2.17", 2, 0],
  [`${plot}benchmark_data__HPDL380G8-H420i-Crucial-MX200__randread-16-16.json`, "3.1", 1, 0],
  [`${plot}benchmark_data__HPDL380G8__H420i_SAMSUNG_PM883_MZ7LH480__randread-1-1.json`, "3.1", 1, 0],
  [`${plot}ceph-hdd-goed__randread-1-1.json`, "3.6-31-g4386", 1, 0],
  [`${plot}example_data01__randread-01.json`, "2.18-59-g618e", 1, 0],
  // Two jobs and both together.
  [`${own}fio-3.33_hist_log_run.json`, "3.33", 3, 0],
  [`${own}fio-3.33_json_and_normal.txt`, "3.33", 1, 0],
  [`${own}fio-3.33_libaio_randread_qd8_jsonplus.json`, "3.33", 1, 0],
  [`${own}fio-3.33_status_interval_concatenated.json`, "3.33", 1, 0],
  [`${own}fio-3.42_client_server_jsonplus.json`, "3.42-135-gf5344", 1, 1],
  [`${own}fio-3.42_io_uring_randread_qd16x4_group_jsonplus.json`, "3.42-135-gf5344", 1, 1],
  [`${own}fio-3.42_io_uring_randread_qd16x4_perjob_jsonplus.json`, "3.42-135-gf5344", 5, 1],
  [`${own}fio-3.42_io_uring_randrw70_bssplit_steadystate_jsonplus.json`, "3.42-135-gf5344", 1, 0],
  [`${own}fio-3.42_io_uring_sqpoll_jsonplus.json`, "3.42-135-gf5344", 1, 1],
  [`${stonet}2-iops_d1_qd1__results__aio_dev1.txt`, "3.32", 1, 0],
  [`${stonet}2-iops_d1_qd1__results__iou_dev1.txt`, "3.32", 1, 0],
  [`${threads}aio_t_10.txt`, "3.32", 10, 0],
  [`${threads}iou_c_t_10.txt`, "3.32", 10, 0],
  [`${threads}iou_t_10.txt`, "3.32", 10, 0],
  [`${threads}spdk_fio_t_10.txt`, "3.32", 10, 0],
];

const invalid: [file: string, path: string, message: string][] = [
  [`${own}fio-3.33_error_preamble_invalid.json`, "jobs[0].error", "error is 28: fio's job failed"],
  ...["iops_iops", "lat_clat", "lat_lat", "lat_slat"].flatMap((log) =>
    [1, 2].map((job): [string, string, string] => [`${own}${log}.${job}.log`, "line 1", "a log of latencies or rates"]),
  ),
  [`${google}hist__expected_read.json`, "fio version", "fio version is missing"],
  [`${google}hist__expected_write.json`, "fio version", "fio version is missing"],
  [`${google}hist__bin_vals`, "", "no JSON document of fio"],
  [`${google}hist__pkb-7fb0c9d8-0_fio.job`, "", "no JSON document of fio"],
];

/** Operations of histogram logs: of the first four as the project that published them counted them, of ours by their lines. */
const logs: [file: string, direction: "read" | "write", operations: number][] = [
  [`${histogramLog}.1.log`, "read", 39_663],
  [`${histogramLog}.2.log`, "read", 40_461],
  [`${histogramLog}.3.log`, "write", 11_549],
  [`${histogramLog}.4.log`, "write", 11_541],
  [`${own}hist_clat_hist.1.log`, "read", 67_905],
  [`${own}hist_clat_hist.2.log`, "read", 68_434],
];

const read = (file: string) => readFileSync(`${folder}${file}`);

/** What the last document of a file states, read the short way: JSON.parse, and microseconds where fio wrote them. */
function statedIn(file: string) {
  const text = read(file).toString();
  const start = Math.max(text.lastIndexOf("\n{\n") + 1, 0);
  const end = text.indexOf("\n}", start) + 2;
  const document = JSON.parse(text.slice(start, end));
  return (document.jobs ?? document.client_stats).flatMap((job: Record<string, Record<string, never>>) =>
    ["read", "write"].flatMap((direction) => {
      const { lat_ns, clat_ns, clat, io_bytes } = job[direction] as Record<string, { percentile?: object }>;
      if (Number(io_bytes) === 0) return [];
      const list = lat_ns?.percentile ?? clat_ns?.percentile ?? clat?.percentile ?? {};
      const unit = clat_ns === undefined ? 1000 : 1;
      return [
        Object.entries(list)
          .filter(([name]) => name !== "0.00")
          .map(([name, ns]) => [Number(name), ns * unit]),
      ];
    }),
  );
}

function stated({ percentiles }: ImportedDirection) {
  return percentiles.map(({ percentile, ns }) => [Number(percentile), ns]);
}

/** Half a bin of fio's, and the whole of one of ours. */
const precision = 1 / 128 + 1 / 1024;

describe.skipIf(!existsSync(folder))("files of ../shared/fixtures/fio (skipped where they are absent)", () => {
  it.each(valid)("%s is taken with the percentiles that it states", (file, version, count, keyed) => {
    const run = readResultFile(read(file));
    expect([run.tool.version, run.points.length, run.refused]).toEqual([version, count, []]);
    expect(run.points.filter(({ spec }) => spec !== undefined)).toHaveLength(keyed);
    const each = run.points.filter(({ name }) => !name.endsWith("together)")).flatMap(({ directions }) => directions);
    expect(each.map(stated)).toEqual(statedIn(file));
    expect(each.length).toBeGreaterThan(0);
    for (const { histogram, percentiles } of each) {
      for (const percentile of ["50", "90", "99", "99.9"] as const) {
        const said = percentiles.find((one) => one.percentile === percentile);
        if (histogram === undefined || said === undefined) continue;
        const reading = readPercentile(histogram, percentile);
        expect(reading.kind === "value" && Math.abs(reading.ns / said.ns - 1)).toBeLessThan(precision);
      }
    }
  });

  it.each(invalid)("%s is refused, with its place", (file, path, message) => {
    expect(() => readResultFile(read(file))).toThrow(ImportProblem);
    expect(() => readResultFile(read(file))).toThrow(
      expect.objectContaining({ path, message: expect.stringContaining(message) }),
    );
  });

  it.each(logs)("%s is added up", (file, direction, operations) => {
    const { points } = readResultFile(read(file));
    expect(points[0]?.directions.map((each) => [each.direction, each.operations])).toEqual([[direction, operations]]);
  });

  it("adds the first logs to the bins that the project which published them expects", () => {
    const expected: Record<string, number> = JSON.parse(read(`${google}hist__expected_read.json`).toString());
    const parts = [1, 2].flatMap(
      (job) => readResultFile(read(`${histogramLog}.${job}.log`)).points[0]?.directions ?? [],
    );
    const values = read(`${google}hist__bin_vals`).toString().trim().split("\n").map(Number);
    // Their values stand half a bin above fio's own: only which bin is meant is read from them.
    for (const [ms, count] of Object.entries(expected)) {
      const bin = values.findIndex((us) => Math.abs(us / Number(ms) - 1000) < 1e-6);
      const ns = Math.floor(((binStart(bin) + binStart(bin + 1)) / 2) * 1000);
      const found = parts
        .flatMap(({ histogram }) => histogram?.buckets ?? [])
        .filter((one) => one.lowestNs <= ns && ns <= one.highestNs);
      expect([ms, found.reduce((sum, one) => sum + one.count, 0)]).toEqual([ms, count]);
    }
  });

  it("takes the bytes of fio 2 for the KiB that they are: operations times 4 KiB", () => {
    const [point] = readResultFile(read(`${plot}example_data01__randread-01.json`)).points;
    expect(point?.directions[0]).toMatchObject({ operations: 4392, bytes: 4392 * 4096, bytesPerSecond: 292 * 1024 });
  });

  it("says which file it has no opinion on: none", async () => {
    const { readdirSync } = await import("node:fs");
    const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(new Set([...valid, ...invalid, ...logs].map(([file]) => file)).size).toBe(all.length);
  });
});
