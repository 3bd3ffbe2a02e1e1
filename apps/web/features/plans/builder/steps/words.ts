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
