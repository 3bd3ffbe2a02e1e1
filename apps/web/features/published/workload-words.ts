import { formatBlockSize } from "@crosspoint/domain";

interface PublishedWorkload {
  readonly id: string;
  readonly condition?: string | undefined;
  readonly pattern?: "random" | "sequential" | undefined;
  readonly readPercent?: number | undefined;
  readonly blockBytes?: number | undefined;
  readonly threads?: number | undefined;
}

/** Tests that are known by a name of their own. */
const testNames: Readonly<Record<string, string>> = {
  act: "Aerospike ACT",
  "as-ssd": "AS SSD",
  "hardwareinfo-score": "Hardware.Info score",
  "iometer-fileserver": "Iometer file server",
  "iometer-database-8k-67-33": "Iometer database, 8 KiB 67/33 read/write",
  "oltp-tpcc": "OLTP (TPC-C)",
  "random-read-small-blocks": "Random read, small blocks",
  "random-write-aligned-large-blocks": "Random write, large aligned blocks",
  "random-write-unaligned-large-blocks": "Random write, large unaligned blocks",
  "snia-iops-4k-read": "SNIA IOPS, 4 KiB read",
  "snia-iops-4k-write": "SNIA IOPS, 4 KiB write",
  "snia-latency-4k-all-mixes": "SNIA latency, 4 KiB, all mixes",
  "snia-latency-4k-write": "SNIA latency, 4 KiB write",
  "snia-latency-512b-write": "SNIA latency, 512 B write",
  "snia-latency-8k": "SNIA latency, 8 KiB",
  "steady-state-iometer-database": "Iometer database, 8 KiB 67/33 read/write",
};

/** A published workload in words: "4 KiB random read (1 thread)", "Aerospike ACT". */
export function publishedWorkloadWords(workload: PublishedWorkload): string {
  const { condition, threads } = workload;
  const name = testNames[workload.id] ?? patternWords(workload) ?? workload.id;
  const load = threads === undefined ? "" : ` (${threads} ${threads === 1 ? "thread" : "threads"})`;
  return `${name}${load}${condition === undefined ? "" : `, ${condition}`}`;
}

function patternWords({ pattern, readPercent, blockBytes }: PublishedWorkload): string | undefined {
  if (pattern === undefined || readPercent === undefined || blockBytes === undefined) return undefined;
  const mix =
    readPercent === 100 ? "read" : readPercent === 0 ? "write" : `${readPercent}/${100 - readPercent} read/write`;
  return `${formatBlockSize(blockBytes).text} ${pattern} ${mix}`;
}
