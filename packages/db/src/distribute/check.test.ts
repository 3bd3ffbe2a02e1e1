import type pg from "pg";
import { describe, expect, it } from "vitest";
import { checkNodes, checkTransactions, type NodeFacts } from "./check.ts";

const coordinator: NodeFacts = {
  node: { host: "db-0", port: 5432 },
  postgresql: 170_005,
  citus: null,
  available: "13.2-1",
  preloaded: true,
  superuser: true,
  preparedMost: 200,
  prepared: 0,
};
const worker: NodeFacts = { ...coordinator, node: { host: "db-1", port: 5432 } };

describe("nodes of a cluster", () => {
  it("are taken where each is fit and all are of the same versions", () => {
    expect(() => checkNodes([coordinator, { ...worker, postgresql: 170_002 }])).not.toThrow();
  });

  it.each<[Partial<NodeFacts>, string]>([
    [{ postgresql: 140_010 }, "db-1:5432: PostgreSQL 14."],
    [
      { postgresql: 160_004 },
      "db-0:5432 has PostgreSQL 17 with Citus 13.2-1, db-1:5432 has PostgreSQL 16 with Citus 13.2-1.",
    ],
    [
      { available: "13.0-1" },
      "db-0:5432 has PostgreSQL 17 with Citus 13.2-1, db-1:5432 has PostgreSQL 17 with Citus 13.0-1.",
    ],
    [{ superuser: false }, "db-1:5432: the role of CITUS_ADMIN_URL is no superuser."],
    [{ available: null }, "db-1:5432: the extension citus is not installed."],
    [{ citus: "12.1-1" }, "db-1:5432: Citus 12.1-1."],
    [{ preloaded: false }, "db-1:5432: citus is not loaded."],
    [{ preparedMost: 0 }, "db-1:5432: max_prepared_transactions is 0."],
    [{ prepared: 2 }, "db-1:5432: 2 prepared transactions wait to be ended."],
  ])("are refused with %j", (other, message) => {
    expect(() => checkNodes([coordinator, { ...worker, ...other }])).toThrow(message);
  });
});

it("says on which node a transaction has been open for long", async () => {
  const answers = (...rows: object[]) => ({ query: async () => ({ rows }) }) as unknown as pg.ClientBase;
  await expect(checkTransactions(answers(), worker.node)).resolves.toBeUndefined();
  await expect(checkTransactions(answers({ pid: 7, user: "ada", program: "psql" }), worker.node)).rejects.toThrow(
    "db-1:5432: a transaction of ada (psql, process 7) has been open for more than 1 minute.",
  );
});
