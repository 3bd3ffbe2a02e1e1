import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PlainDatabase } from "../plain.ts";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { bigintArray, intArray, numericArray, uuidArray, xidArray } from "./arrays.ts";

let test: TestDatabase;
let db: PlainDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  db = new PlainDatabase(test.url, 1);
});
afterAll(async () => {
  await db.close();
  await test.close();
});

/** What PostgreSQL reads in an array, each element as it writes it. */
async function read(type: string, array: Buffer): Promise<unknown> {
  const asked = {
    uuid: () => db.statement.$queryRaw<{ texts: unknown }[]>`SELECT ${array}::uuid[]::text[] AS texts`,
    xid: () => db.statement.$queryRaw<{ texts: unknown }[]>`SELECT ${array}::xid[]::text[] AS texts`,
    int: () => db.statement.$queryRaw<{ texts: unknown }[]>`SELECT ${array}::int[]::text[] AS texts`,
    bigint: () => db.statement.$queryRaw<{ texts: unknown }[]>`SELECT ${array}::bigint[]::text[] AS texts`,
    numeric: () => db.statement.$queryRaw<{ texts: unknown }[]>`SELECT ${array}::numeric[]::text[] AS texts`,
  }[type];
  return (await asked?.())?.[0]?.texts;
}

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const exact = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 32, -1, -(2 ** 32), -(2 ** 32) - 1),
);
/** With groups of zeros in all places. */
const digits = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 45n - 1n }).map(String),
  fc.nat(44).map((zeros) => `1${"0".repeat(zeros)}`),
  fc.constantFrom("0", "9999", "10000", "100000001", "20000000000000000"),
);

describe("an array in binary is what PostgreSQL reads in text", () => {
  it.each([
    ["uuid", fc.array(fc.uuid()), (values: never[]) => uuidArray(values)],
    ["xid", fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), (values: never[]) => xidArray(values)],
    ["int", fc.array(int32), (values: never[]) => intArray(values)],
    ["bigint", fc.array(fc.option(exact)), (values: never[]) => bigintArray(values)],
    ["numeric", fc.array(digits), (values: never[]) => numericArray(values)],
  ] as const)("of %s", async (type, values, write) => {
    await fc.assert(
      fc.asyncProperty(values as fc.Arbitrary<unknown[]>, async (list) => {
        expect(await read(type, write(list as never[]))).toEqual(
          list.map((value) => (value === null ? null : String(value))),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("takes nothing for an id that is none", () => {
    for (const text of ["", "0190c6a4-1f2e-7c3a-9b1d-2f4e6a8c0b1", "0190c6a4-1f2e-7c3a-9b1d-2f4e6a8c0bxx"]) {
      expect(() => uuidArray([text])).toThrow("is no id");
    }
  });
});
