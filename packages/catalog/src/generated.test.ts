import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { data } from "./generated/data.ts";

it.each([
  ["sources", data.sources],
  ["drive-models", data.driveModels],
  ["published-results", data.publishedResults],
  ["plans/optane-comparison", (data.plans as unknown[])[0]],
  ["plans/quick-check", (data.plans as unknown[])[1]],
])("the generated %s are what the YAML says", (name, generated) => {
  const yaml: unknown = parse(readFileSync(new URL(`../data/${name}.yaml`, import.meta.url), "utf8"));
  expect(generated).toEqual(yaml);
});
