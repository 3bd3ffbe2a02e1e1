import { expect, it } from "vitest";
import { initialMigration } from "./initial.ts";

const mark = "-- From here by hand: what Prisma cannot say.";
const generated = 'CREATE TABLE "smart_sample" (\n    "time" TIMESTAMPTZ(3)\n);\n\nCREATE TABLE "host" ();';

it("writes the tables anew, partitions what grows, and keeps what was written by hand", () => {
  const current = `CREATE TABLE "old" ();\n\n${mark}\n\nCREATE FUNCTION f();\n`;
  expect(initialMigration(generated, current)).toBe(
    'CREATE TABLE "smart_sample" (\n    "time" TIMESTAMPTZ(3)\n) PARTITION BY RANGE ("time");\n\nCREATE TABLE "host" ();' +
      `\n\n${mark}\n\nCREATE FUNCTION f();\n`,
  );
});

it("refuses to lose the part by hand or a partitioned table", () => {
  expect(() => initialMigration(generated, "CREATE TABLE x ();")).toThrow("has lost its line");
  expect(() => initialMigration('CREATE TABLE "host" ();', mark)).toThrow('no table "smart_sample"');
});
