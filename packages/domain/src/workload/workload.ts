import { formatBlockSize } from "../units/units.ts";

/** One access pattern at one load: what makes two results comparable. */
export interface Workload {
  readonly pattern: "random" | "sequential";
  /** Share of reads, 0 to 100 whole percent. */
  readonly readPercent: number;
  readonly blockBytes: number;
  /** Commands that each thread keeps outstanding; the drive sees this times the threads. */
  readonly queueDepth: number;
  /** Submitting threads; a published figure may not state it, and means one then. */
  readonly threads?: number | undefined;
}

/**
 * Key of a workload, stable and readable: "random-read-4k-qd16", "random-70-30-4k-qd16-t4". A single thread and an
 * unstated number of threads share a key, so that published figures meet measured ones.
 */
export function workloadKey(workload: Workload): string {
  const threads = workload.threads === undefined || workload.threads === 1 ? "" : `-t${workload.threads}`;
  const mix = mixName(workload.readPercent);
  return `${workload.pattern}-${mix}-${blockName(workload.blockBytes)}-qd${workload.queueDepth}${threads}`;
}

const KEY = /^(random|sequential)-(read|write|(\d{1,2})-(\d{1,2}))-(\d+)([bkm])-qd(\d+)(?:-t(\d+))?$/;

/** Reads a key back, for a comparison kept in a URL; `undefined` when it is not one. */
export function parseWorkloadKey(key: string): Workload | undefined {
  const match = KEY.exec(key);
  if (match === null) return undefined;
  const [, pattern, mix, reads, , block, blockUnit, depth, threads] = match;
  const readPercent = mix === "read" ? 100 : mix === "write" ? 0 : Number(reads);
  const blockBytes = Number(block) * (blockUnit === "m" ? 1024 ** 2 : blockUnit === "k" ? 1024 : 1);
  const workload: Workload = {
    pattern: pattern === "random" ? "random" : "sequential",
    readPercent,
    blockBytes,
    queueDepth: Number(depth),
    ...(threads === undefined ? {} : { threads: Number(threads) }),
  };
  // Only the canonical spelling is a key: "1024k" or "50-40" would be a second name for a workload, or for none.
  return workloadKey(workload) === key ? workload : undefined;
}

/** A workload in words: "4 KiB random read, QD16" or "8 KiB random 67 % read, QD32, 4 threads". */
export function describeWorkload(workload: Workload): string {
  const direction = workload.readPercent === 100 ? "read" : workload.readPercent === 0 ? "write" : undefined;
  const mix = direction ?? `${workload.readPercent} % read`;
  const threads = workload.threads === undefined || workload.threads === 1 ? "" : `, ${workload.threads} threads`;
  return `${formatBlockSize(workload.blockBytes).text} ${workload.pattern} ${mix}, QD${workload.queueDepth}${threads}`;
}

function mixName(readPercent: number): string {
  if (readPercent === 100) return "read";
  return readPercent === 0 ? "write" : `${readPercent}-${100 - readPercent}`;
}

function blockName(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}m`;
  return bytes % 1024 === 0 ? `${bytes / 1024}k` : `${bytes}b`;
}
