import { expect, it } from "vitest";
import { initialMigration } from "./initial.ts";

const mark = "-- From here by hand: what Prisma cannot say.";
const table = (name: string, partitioned = "") =>
  `CREATE TABLE "${name}" (\n    "time" TIMESTAMPTZ(3)\n)${partitioned};`;
const growing = ["smart_sample", "smart_hour", "smart_day"];
const generated = `${growing.map((name) => table(name)).join("\n\n")}\n\nCREATE TABLE "host" ();`;

it("writes the tables anew, partitions what grows, and keeps what was written by hand", () => {
  const current = `CREATE TABLE "old" ();\n\n${mark}\n\nCREATE FUNCTION f();\n`;
  expect(initialMigration(generated, current)).toBe(
    `${growing.map((name) => table(name, ' PARTITION BY RANGE ("time")')).join("\n\n")}\n\nCREATE TABLE "host" ();` +
      `\n\n${mark}\n\nCREATE FUNCTION f();\n`,
  );
});

it("refuses to lose the part by hand or a partitioned table", () => {
  expect(() => initialMigration(generated, "CREATE TABLE x ();")).toThrow("has lost its line");
  expect(() => initialMigration('CREATE TABLE "host" ();', mark)).toThrow('no table "smart_sample"');
});
