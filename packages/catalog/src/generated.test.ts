import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { data } from "./generated/data.ts";

const folder = new URL("../data/", import.meta.url);
const read = (name: string): unknown => parse(readFileSync(new URL(`${name}.yaml`, folder), "utf8"));

it.each([
  ["sources", data.sources],
  ["drive-models", data.driveModels],
  ["published-results", data.publishedResults],
  ["plan-families", data.planFamilies],
  ["firmware-notices", data.firmwareNotices],
  ["health-defaults", data.healthDefaults],
])("the generated %s are what the YAML says", (name, generated) => {
  expect(generated).toEqual(read(name));
});

it("the generated plans are the files of data/plans, each named by its plan's id", () => {
  const names = readdirSync(new URL("plans", folder))
    .toSorted()
    .map((file) => file.replace(/\.yaml$/, ""));
  expect((data.plans as { id: string }[]).map(({ id }) => id)).toEqual(names);
  expect(data.plans).toEqual(names.map((name) => read(`plans/${name}`)));
});
