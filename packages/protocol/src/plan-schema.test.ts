import { expect, it } from "vitest";
import { stepKinds } from "./plan/kinds.ts";
import { planJsonSchema } from "./plan-schema.ts";

interface Schema {
  readonly const?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

const schema = planJsonSchema() as Schema;
const steps = schema.definitions?.PlanStep?.oneOf ?? [];

it("knows every kind of step, says what it is, and takes no field that there is not", () => {
  expect(steps.map(({ properties }) => properties?.kind?.const).toSorted()).toEqual([...stepKinds].sort());
  expect([schema, ...steps].map(({ additionalProperties }) => additionalProperties)).not.toContain(undefined);
  expect(steps.filter(({ description }) => description === undefined)).toEqual([]);
  const [step, top] = schema.properties?.steps?.items?.anyOf ?? [];
  expect(step?.$ref).toBe("#/definitions/PlanStep");
  expect(top?.properties?.kind?.const).toBe("ratedFigures");
  expect([top?.additionalProperties, typeof top?.description]).toEqual([false, "string"]);
});

it("takes a value or a list of values where a sweep has an axis", () => {
  const sweep = steps.find(({ properties }) => properties?.kind?.const === "sweep");
  const integer = { type: "integer", minimum: 0, maximum: 100 };
  const list = { type: "array", minItems: 1, maxItems: 64, uniqueItems: true, items: integer };
  expect(sweep?.properties?.readPercent).toEqual({
    description: "Share of reads; the rest are writes.",
    anyOf: [integer, list],
  });
});
