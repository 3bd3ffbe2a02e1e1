import { HEALTH_RULES, isAcknowledged, type Severity } from "@crosspoint/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Prisma } from "../generated/client/client.ts";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { countsForVerdict } from "./acknowledged.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const severities: readonly Severity[] = ["failed", "replace", "watch"];
/** The last has a bit that the one before has not, and is less. */
const figures = [undefined, 0, 6, 9, 8] as const;

/** Every rule, getting better and worse by its severity, its figure and its bits. */
const cases = HEALTH_RULES.flatMap(({ id: rule }) =>
  severities.flatMap((severity) =>
    severities.flatMap((was) =>
      figures.flatMap((value) =>
        figures.flatMap((untilValue) =>
          [undefined, 7].map((total) => ({ rule, severity, value, total, was, untilValue })),
        ),
      ),
    ),
  ),
);

it("says in SQL of every rule what the domain says: whether a condition counts though it was acknowledged", async () => {
  const rows = cases.map(({ was, untilValue, ...condition }, place) => ({
    ...{ ...condition, place, acknowledged_at: "2026-11-21T12:00:00Z" },
    ...{ acknowledged_severity: was, acknowledged_until_value: untilValue },
  }));
  const said = await test.db.$queryRaw<{ counts: boolean }[]>`
    SELECT ${countsForVerdict(Prisma.sql`asked`)} AS counts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS asked (
      place int, rule text, severity text, value numeric, total numeric, acknowledged_at timestamptz,
      acknowledged_severity text, acknowledged_until_value numeric
    )
    ORDER BY asked.place LIMIT ${rows.length}`;
  const expected = cases.map(
    ({ was, untilValue, ...condition }) =>
      !isAcknowledged({ ...condition, acknowledged: { severity: was, untilValue } }),
  );
  expect(said.map(({ counts }) => counts)).toEqual(expected);
  expect(new Set(expected).size, "some hold and some do not").toBe(2);
});

it("counts what nobody acknowledged", async () => {
  const [row] = await test.db.$queryRaw<{ counts: boolean }[]>`
    SELECT ${countsForVerdict(Prisma.sql`asked`)} AS counts
    FROM jsonb_to_record('{"rule": "missing", "severity": "missing"}'::jsonb) AS asked (
      rule text, severity text, value numeric, total numeric, acknowledged_at timestamptz,
      acknowledged_severity text, acknowledged_until_value numeric
    )`;
  expect(row?.counts).toBe(true);
});
