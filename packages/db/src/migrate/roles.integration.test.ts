import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../client.ts";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { grantApplication } from "./grants.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const entry = () => ({ actorLabel: "a", action: "b", objectKind: "host", objectId: randomUUID() });
const asApplication = (sql: string) => test.db.$executeRawUnsafe(sql);
const asOwner = (sql: string) => test.owner.$executeRawUnsafe(sql);

describe("the application's role", () => {
  it("is nobody's superuser and owns nothing of the product", async () => {
    const rows = await test.db.$queryRaw`
      SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication,
        (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid AND relnamespace = 'public'::regnamespace) AS owns,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
      FROM pg_roles WHERE rolname = current_user`;
    const no = {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolbypassrls: false,
      rolreplication: false,
    };
    expect(rows).toEqual([{ rolname: "crosspoint_app", ...no, owns: 0, memberships: 0 }]);
  });

  it.each([
    "CREATE TABLE mine (id int)",
    "ALTER TABLE host ADD COLUMN x int",
    "DROP TABLE host",
    "TRUNCATE host CASCADE",
    "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
    "CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
    "SET session_replication_role = replica",
    "SET ROLE crosspoint_owner",
    "UPDATE _prisma_migrations SET checksum = ''",
    "COPY host TO PROGRAM 'true'",
    "CREATE SCHEMA mine",
  ])("is refused %s", async (sql) => {
    await expect(asApplication(sql)).rejects.toThrow(/permission denied|must be owner|must have privileges/);
  });

  it("reads and writes every table, but only adds to the audit", async () => {
    const tables = await test.db.$queryRaw<{ name: string; may: string[] }[]>`
      SELECT relname AS name, array(
        SELECT verb FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS verb
        WHERE has_table_privilege(pg_class.oid, verb)) AS may
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`;
    expect(tables.length).toBeGreaterThan(15);
    for (const { name, may } of tables) {
      const readOnly = name === "_prisma_migrations";
      const appendOnly = name === "audit_entry";
      const expected = [
        "SELECT",
        ...(readOnly ? [] : ["INSERT"]),
        ...(readOnly || appendOnly ? [] : ["UPDATE", "DELETE"]),
      ];
      expect({ name, may }).toEqual({ name, may: expected });
    }
  });

  it("makes partitions by the one function that may, and reads what they hold", async () => {
    expect(await test.db.$queryRaw`SELECT ensure_time_partition('smart_sample', '2033-03-17'::date) AS made`).toEqual([
      { made: true },
    ]);
    expect(await test.db.$queryRaw`SELECT count(*)::int AS count FROM smart_sample_2033_03_17`).toEqual([{ count: 0 }]);
  });

  it("cannot lead that function to a table of its own", async () => {
    await test.db.$transaction(async (tx) => {
      await tx.$executeRaw`CREATE TEMP TABLE smart_sample_default (LIKE smart_sample) ON COMMIT DROP`;
      await tx.$queryRaw`SELECT ensure_time_partition('smart_sample', '2034-03-17'::date)`;
    });
    const [row] = await test.owner.$queryRaw<{ owner: string }[]>`
      SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = 'public.smart_sample_2034_03_17'::regclass`;
    expect(row?.owner).toBe("crosspoint_owner");
  });

  it("has what a later migration makes, once it is granted", async () => {
    await asOwner("CREATE TABLE later (id int)");
    await grantApplication(test.ownerUrl, "crosspoint_app");
    await asApplication("INSERT INTO later VALUES (1)");
    await asOwner("DROP TABLE later");
  });

  it("ends a statement that takes longer than it may", async () => {
    const db = connectDatabase(test.url, 1, { longestStatementMs: 200 });
    await expect(db.$queryRaw`SELECT pg_sleep(5)`).rejects.toThrow(/statement timeout/);
    await db.$disconnect();
    const [own] = await test.db.$queryRaw<{ limit: string }[]>`SELECT current_setting('statement_timeout') AS limit`;
    expect(own?.limit).toBe("30s");
  });
});

describe("the audit", () => {
  it("is added to", async () => {
    await expect(test.db.auditEntry.create({ data: entry() })).resolves.toBeDefined();
  });

  it.each(["UPDATE audit_entry SET actor_label = 'x'", "DELETE FROM audit_entry", "TRUNCATE audit_entry"])(
    "refuses its own owner, too: %s",
    async (sql) => {
      await test.db.auditEntry.create({ data: entry() });
      await expect(asApplication(sql)).rejects.toThrow(/permission denied/);
      await expect(asOwner(sql)).rejects.toThrow(/only ever added to/);
    },
  );
});
