import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";

/** The collected figures lie beside the repository; the catalog's own file has the same and is there always. */
const files = [
  "../../../shared/reference/published-results.yaml",
  "../../packages/catalog/data/published-results.yaml",
];

type Bound = "exact" | "about" | "at_least" | "at_most" | "just_under" | "just_over";

/** A figure that a source states, as the file has it: in its own unit, not rounded. */
export interface Statement {
  readonly source: string;
  readonly drive: string;
  readonly workload: string;
  readonly depth: number | string | undefined;
  /** Of a test by number of clients. */
  readonly clients?: number;
  readonly metric: string;
  readonly value: number;
  readonly bound: Bound;
}

export interface Ratio {
  readonly source: string;
  readonly faster: string;
  readonly slower: string;
  readonly ratio: number;
}

interface Result {
  readonly drive: string;
  readonly workload: string;
  readonly queue_depth?: number | string;
  readonly metric: string;
  readonly value: number;
  readonly bound: Bound;
}

/** By clients: among the results in one file, in a list of their own in the other. */
interface ByClients {
  readonly workload: string;
  readonly metric: string;
  readonly bound: Bound;
  readonly concurrency: readonly number[];
  readonly series?: Readonly<Record<string, readonly number[]>>;
  readonly values?: Readonly<Record<string, readonly number[]>>;
}

interface Source {
  readonly source: string;
  readonly results?: readonly (Result | ByClients)[];
  readonly series?: readonly ByClients[];
  readonly comparisons?: readonly Omit<Ratio, "source">[];
  readonly tables?: readonly {
    readonly workload: string;
    readonly queue_depth: number;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (string | number)[])[];
  }[];
}

function sources(): Source[] {
  const file = files.map((each) => new URL(each, import.meta.url)).find((each) => existsSync(each));
  if (file === undefined) throw new Error("There is no file of published results.");
  const parsed = parse(readFileSync(file, "utf8")) as Source[] | { published: Source[] };
  return Array.isArray(parsed) ? parsed : parsed.published;
}

/** All results of all sources but ratios. */
export function statements(): Statement[] {
  return sources().flatMap(({ source, results = [], series = [], tables = [] }) => [
    ...results.flatMap((result) => ("value" in result ? [ofResult(source, result)] : byClients(source, result))),
    ...series.flatMap((each) => byClients(source, each)),
    ...tables.flatMap(({ workload, queue_depth: depth, columns, rows }) =>
      rows.flatMap(([drive, ...figures]) =>
        figures.map((figure, index) => ({
          ...{ source, drive: String(drive), workload, depth, bound: "exact" as const },
          ...{ metric: columns[index + 1] ?? "", value: Number(figure) },
        })),
      ),
    ),
  ]);
}

function ofResult(source: string, { queue_depth: depth, ...result }: Result): Statement {
  return { source, depth, ...result };
}

function byClients(source: string, { workload, metric, bound, concurrency, series, values }: ByClients): Statement[] {
  return Object.entries(series ?? values ?? {}).flatMap(([drive, line]) =>
    line.map((value, index) => ({
      ...{ source, drive, workload, metric, value, bound },
      ...{ depth: undefined, clients: concurrency[index] ?? 0 },
    })),
  );
}

/** Drives of which only is stated how much faster one is than the other. */
export function ratios(): Ratio[] {
  return sources().flatMap(({ source, comparisons = [] }) =>
    comparisons.map(({ faster, slower, ratio }) => ({ source, faster, slower, ratio })),
  );
}

/** What the page calls the workloads of the file. */
export const workloadWords: Readonly<Record<string, string>> = {
  act: "Aerospike ACT",
  "random-read-4k": "4 KiB random read",
  "random-read-4k single thread": "4 KiB random read (1 thread)",
  "random-write-4k": "4 KiB random write",
  "random-write unaligned large blocks qd1": "Random write, large unaligned blocks",
  "random-write aligned large blocks qd1": "Random write, large aligned blocks",
  "sequential-read-128k": "128 KiB sequential read",
  "sequential-write-128k": "128 KiB sequential write",
  "sequential-read-1m": "1 MiB sequential read",
  "sequential-write-1m": "1 MiB sequential write",
  "iometer-fileserver": "Iometer file server",
  "iometer-database-8k-67-33": "Iometer database, 8 KiB 67/33 read/write",
  "as-ssd": "AS SSD",
  "steady-state random-write-4k": "4 KiB random write, steady state",
  "steady-state iometer-database": "Iometer database, 8 KiB 67/33 read/write, steady state",
  "consistency random-write-4k": "4 KiB random write, consistency over the last 200 s of 10000 s",
  "hardwareinfo-score": "Hardware.Info score",
  "oltp-tpcc": "OLTP (TPC-C)",
  "snia-iops 4k 100 % read": "SNIA IOPS, 4 KiB read, steady state",
  "snia-iops 4k 100 % write": "SNIA IOPS, 4 KiB write, steady state",
  "snia-latency 4k all mixes": "SNIA latency, 4 KiB, all mixes, steady state",
  "snia-latency 4k 100 % write": "SNIA latency, 4 KiB write, steady state",
  "snia-latency 8k": "SNIA latency, 8 KiB, steady state",
  "snia-latency 512b 100 % write": "SNIA latency, 512 B write, steady state",
};

/** The head of each metric, and how many of the page's unit one of the file's is. */
export const metricHeads: Readonly<
  Record<string, { readonly head: string; readonly unit: string; readonly factor: number }>
> = {
  iops: { head: "IOPS", unit: "IOPS", factor: 1 },
  iops_stddev_last_200s: { head: "Standard deviation of IOPS, last 200 s", unit: "IOPS", factor: 1 },
  mb_s: { head: "Throughput", unit: "MB/s", factor: 1 },
  throughput_bytes_s: { head: "Throughput", unit: "MB/s", factor: 1e-6 },
  mean_us: { head: "Mean", unit: "µs", factor: 1 },
  mean_latency_us: { head: "Mean", unit: "µs", factor: 1 },
  median_us: { head: "p50", unit: "µs", factor: 1 },
  median_latency_us: { head: "p50", unit: "µs", factor: 1 },
  p99_us: { head: "p99", unit: "µs", factor: 1 },
  p99999_us: { head: "p99.999", unit: "µs", factor: 1 },
  max_latency_us: { head: "Max", unit: "µs", factor: 1 },
  transactions_over_1ms_percent: { head: "Transactions over 1 ms", unit: "%", factor: 1 },
  transactions_over_2ms_percent: { head: "Transactions over 2 ms", unit: "%", factor: 1 },
  score: { head: "Score", unit: "points", factor: 1 },
};

export const signs: Readonly<Record<Bound, string>> = {
  ...{ exact: "", about: "≈", at_least: "≥", at_most: "≤", just_under: "<", just_over: ">" },
};
