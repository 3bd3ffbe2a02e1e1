import { z } from "zod";
import { histogram, pointAttempt, pointIdentity } from "./benchmark.ts";
import { databaseSpec } from "./database-spec.ts";
import { protocolLimits } from "./limits.ts";
import { shortText, wholeNumber } from "./primitives.ts";

/** What surrounds a measurement of a database and may explain it. */
export const databaseEnvironment = z
  .object({
    /** As the server says it: "PostgreSQL 15.18 (Debian …)". */
    serverVersion: shortText,
    /** Settings that differ from the server's own defaults, and how pgbench was started: "shared_buffers=256MB". */
    settings: z.array(shortText).max(protocolLimits.databaseSettings),
    /** Of the server's files: "ext4 on /dev/nvme0n1". */
    fileSystem: shortText,
    /** All tables and indexes, before the point. */
    databaseBytes: wholeNumber,
    /** That the server may use on this host, and so the most that the page cache can hold for it. */
    memoryBytes: wholeNumber,
    kernel: shortText.optional(),
    cpuModel: shortText.optional(),
    cpuCount: z.int().min(0).max(65_536).optional(),
    firmware: shortText.optional(),
  })
  .meta({ id: "DatabaseEnvironment" });

/**
 * Transactions of a finished point. Latencies are pgbench's own, of whole microseconds, in nanoseconds; absent where no
 * transaction was committed.
 */
export const databaseResult = z
  .object({
    /** Committed. */
    transactions: wholeNumber,
    /** Given up after an error; in no latency. */
    failed: wholeNumber,
    transactionsPerSecond: z.number().min(0),
    latencyNsMin: wholeNumber.optional(),
    latencyNsMean: z.number().min(0).optional(),
    latencyNsStddev: z.number().min(0).optional(),
    latencyNsMax: wholeNumber.optional(),
    histogram,
    /** Length of each interval of the timeline, in whole seconds. */
    intervalSeconds: z.int().min(1).max(protocolLimits.pointSeconds),
    /** Transactions committed in each interval of the measured time, in order; the last may be shorter. */
    timeline: z.array(wholeNumber).max(protocolLimits.databaseIntervals),
  })
  .meta({ id: "DatabaseResult" });

/** Which measurement of a database it is. */
export const databaseIdentity = { ...pointAttempt, stepPath: pointIdentity.stepPath, database: databaseSpec };
