import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../steps/paths.ts";
import { citusTests } from "./citus-tests.ts";

it("names integration tests that are there", () => {
  const tests = globSync("{packages,apps}/*/src/**/*.integration.test.ts", { cwd: root });
  expect(tests.length).toBeGreaterThan(50);
  expect(citusTests.filter((start) => !tests.some((test) => test.startsWith(start)))).toEqual([]);
});
