import { expect, it } from "vitest";
import { StatementNames } from "./statement-names.ts";

const ask = (names: StatementNames, sql: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(sql, 1)).at(-1);

it("names what comes again and again, each text otherwise", () => {
  const names = new StatementNames(5);
  expect(ask(names, "SELECT $1", 4)).toBe("");
  expect(ask(names, "SELECT $1", 1)).toBe("crosspoint_0");
  expect(ask(names, "SELECT $1 + 1", 5)).toBe("crosspoint_1");
  expect(ask(names, "SELECT $1", 1)).toBe("crosspoint_0");
});

it("names nothing without parameters", () => {
  const names = new StatementNames(5);
  expect(Array.from({ length: 6 }, () => names.nameOf("BEGIN", 0)).at(-1)).toBe("");
});

it("gives 200 names, and keeps those", () => {
  const names = new StatementNames(5);
  const given = Array.from({ length: 201 }, (_, index) => ask(names, `SELECT $1 + ${index}`, 5));
  expect(new Set(given).size).toBe(201);
  expect(given.at(-1)).toBe("");
  expect(ask(names, "SELECT $1 + 0", 1)).toBe("crosspoint_0");
});

it("counts only so many texts that come once", () => {
  const names = new StatementNames(5);
  ask(names, "SELECT $1", 4);
  for (let index = 0; index < 1_000; index += 1) ask(names, `SELECT $1 IN (${index})`, 1);
  expect(ask(names, "SELECT $1", 1)).toBe("");
});
