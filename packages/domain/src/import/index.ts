export { exportVersion } from "./crosspoint/read-export.ts";
export type { HdrLogReading, LatencyUnit } from "./hdr/read-log.ts";
export type * from "./imported-run.ts";
export { importLimits } from "./limits.ts";
export { type FileRemark, ImportProblem } from "./problem.ts";
export { readResultFile } from "./read-file.ts";
