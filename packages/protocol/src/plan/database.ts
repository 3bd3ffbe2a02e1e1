import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { axis, choice, decimal, fieldsOf, whole } from "./field.ts";
import { durationSeconds, rampSeconds } from "./values.ts";

export const databaseSystem = choice(["postgresql"]);
export const databaseBenchmark = choice(["tpcbLike", "selectOnly"]);
export const databaseSizeGib = decimal(0.1, 1024);
export const databaseClients = whole(1, protocolLimits.databaseClients);

const database = fieldsOf({
  kind: z.literal("database"),
  system: databaseSystem.describe("The database server of the host's packages."),
  benchmark: databaseBenchmark.describe(
    "pgbench's built-in script: tpcbLike updates three rows, reads one and inserts one; selectOnly reads one row.",
  ),
  sizeGib: databaseSizeGib.describe(
    "Size of the database in GiB, as near as pgbench's scale comes to it from below: 15 MiB each, and at least one.",
  ),
  clients: axis(databaseClients).describe("Sessions that run transactions at the same time; a point for each number."),
  rampSeconds: rampSeconds.optional().describe("Warm-up in seconds, excluded from the results."),
  durationSeconds: durationSeconds.describe("Measured time in seconds."),
});

/** Transactions of a database on the target, at several numbers of clients. */
export const databaseStep = database.describe(
  "Runs PostgreSQL and pgbench on a file system of the target: transactions per second and their latencies. Destroys " +
    "all data on a drive. Only an agent can do it.",
);

/** How many points a step of a database has. */
export function countDatabasePoints({ clients }: z.infer<typeof database>): number {
  return [clients].flat().length;
}
