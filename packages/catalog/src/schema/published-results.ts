import { BOUNDS } from "@crosspoint/domain";
import { z } from "zod";
import { id, positive, positiveInt, text } from "./primitives.ts";

/** A drive under the name that a source gives it. */
export const publishedDriveEntry = z.strictObject({
  name: text,
  model: id,
  capacity_gb: positiveInt.optional(),
});

/** A workload under the name used in the results, with what its source states of it. */
export const publishedWorkloadEntry = z.strictObject({
  name: text,
  id,
  /** What sets it apart from the same pattern, size and load on its own. */
  condition: text.optional(),
  pattern: z.enum(["random", "sequential"]).optional(),
  read_percent: z.int().min(0).max(100).optional(),
  block_bytes: positiveInt.optional(),
  queue_depth: positiveInt.optional(),
  threads: positiveInt.optional(),
  /** What plans measure it as: parts that the source leaves open, or means otherwise. */
  measured_as: z
    .strictObject({
      pattern: z.enum(["random", "sequential"]),
      block_mix: text.optional(),
      queue_depth: positiveInt.optional(),
      threads: positiveInt.optional(),
    })
    .optional(),
});

const bound = z.enum(BOUNDS);

/** A depth, or a range as printed ("1-2"). */
const queueDepth = z.union([positiveInt, z.string().regex(/^\d+-\d+$/)]);

const result = z.strictObject({
  drive: text,
  workload: text,
  queue_depth: queueDepth.optional(),
  metric: text,
  value: positive,
  bound,
  range: z.tuple([positive, positive]).optional(),
  saturates_at_qd: z.union([positiveInt, text]).optional(),
  starts_at_bytes_s: positive.optional(),
  settles_after_min: positive.optional(),
  mean_iops: positive.optional(),
  duration_s: positive.optional(),
  baseline: text.optional(),
});

/** Figures as text, so that "413.0" stays as it was printed. */
const figureText = z.string().regex(/^\d+(\.\d+)?$/, "a table's figure is a number in quotes, as printed");

const table = z.strictObject({
  workload: text,
  queue_depth: positiveInt,
  note: text.optional(),
  columns: z.tuple([z.literal("drive")], text),
  rows: z.array(z.tuple([text], figureText)),
});

const series = z.strictObject({
  workload: text,
  metric: z.literal("iops"),
  bound,
  concurrency: z.array(positiveInt).min(1),
  values: z.record(text, z.array(positive)),
});

const comparison = z.strictObject({
  workload: text,
  queue_depth: positiveInt.optional(),
  faster: text,
  slower: text,
  ratio: positive,
  metric: z.literal("throughput"),
});

/** All figures of one source. */
export const publishedSourceEntry = z.strictObject({
  source: id,
  units: z.strictObject({ throughput: z.literal("MB/s"), latency: z.literal("us") }).optional(),
  results: z.array(result).optional(),
  tables: z.array(table).optional(),
  series: z.array(series).optional(),
  comparisons: z.array(comparison).optional(),
});

export type PublishedDriveEntry = z.infer<typeof publishedDriveEntry>;
export type PublishedWorkloadEntry = z.infer<typeof publishedWorkloadEntry>;
export type PublishedSourceEntry = z.infer<typeof publishedSourceEntry>;
export type ResultEntry = z.infer<typeof result>;
export type TableEntry = z.infer<typeof table>;
