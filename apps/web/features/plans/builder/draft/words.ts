/** Words of the language that are chosen from a list, and what they are called. */
export const patterns = [
  { value: "random", label: "Random" },
  { value: "sequential", label: "Sequential" },
] as const;

export const engines = [
  "io_uring",
  "io_uring+poll",
  "io_uring+sqpoll",
  "passthrough",
  "passthrough+poll",
  "sync",
  "null",
];
export const distributions = ["uniform", "zipf:1.1", "hotspot:90/10"];
export const dataKinds = ["incompressible", "compressible:2", "verified"];

export const paces = [
  { value: "fixed", label: "Fixed intervals" },
  { value: "poisson", label: "Poisson" },
] as const;

export const metrics = [
  { value: "iops", label: "IOPS" },
  { value: "bandwidth", label: "Throughput" },
  { value: "meanLatency", label: "Mean latency" },
] as const;

export const settings = [
  { value: "powerState", label: "NVMe power state" },
  { value: "powerGovernor", label: "Intel power governor" },
  { value: "scheduler", label: "I/O scheduler" },
] as const;

export const purgeMethods = [
  { value: "format", label: "Format NVM" },
  { value: "sanitizeBlock", label: "Sanitize, block erase" },
  { value: "sanitizeCrypto", label: "Sanitize, crypto erase" },
  { value: "sanitizeOverwrite", label: "Sanitize, overwrite" },
  { value: "discard", label: "Discard every block" },
] as const;

export const benchmarks = [
  { value: "tpcbLike", label: "TPC-B-like" },
  { value: "selectOnly", label: "Select only" },
] as const;

export const raised = [
  { value: "rate", label: "Rate" },
  { value: "queueDepth", label: "Queue depth" },
  { value: "threads", label: "Threads" },
] as const;

/** What a word is called; one that is not known, as it is. */
export function labelOf(words: readonly { readonly value: string; readonly label: string }[], word: unknown): string {
  return words.find(({ value }) => value === word)?.label ?? String(word ?? "");
}
