import { z } from "zod";
import { databaseBenchmark, databaseClients, databaseSizeGib, databaseSystem } from "./plan/database.ts";
import { whole } from "./plan/field.ts";
import { durationSeconds, rampSeconds } from "./plan/values.ts";
import { pointSpec } from "./point-spec.ts";

/** What was asked of one measurement of a database, its defaults written out. It is a point of no block workload. */
export const databaseSpec = z
  .object({
    system: databaseSystem,
    benchmark: databaseBenchmark,
    sizeGib: databaseSizeGib,
    /** Of pgbench: 100,000 accounts each. */
    scale: whole(1, 100_000),
    clients: databaseClients,
    rampSeconds,
    durationSeconds,
    precondition: pointSpec.shape.precondition,
    settings: pointSpec.shape.settings,
  })
  .meta({ id: "DatabaseSpec" });
