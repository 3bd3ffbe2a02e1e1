import { z } from "zod";
import { protocolLimits } from "./limits.ts";
import { valueOfAxis } from "./plan/field.ts";
import { planDocument, stepList } from "./plan/plan.ts";
import { ratedFiguresStep } from "./plan/rated-figures.ts";

type JsonSchema = Record<string, unknown>;

/** The plan document as one JSON Schema (draft 7, as editors read it), for people and programs that write plans. */
export function planJsonSchema(): JsonSchema {
  const { $schema, ...document } = jsonSchemaOf(planDocument);
  const { $schema: _, definitions, ...steps } = jsonSchemaOf(stepList);
  const { $schema: __, ...ratedFigures } = jsonSchemaOf(ratedFiguresStep);
  // The one step that stands at the top of a plan alone.
  const properties = {
    ...(document.properties as JsonSchema),
    steps: { ...steps, items: { anyOf: [steps.items, ratedFigures] } },
  };
  return { $schema, title: "Crosspoint plan", ...document, properties, definitions };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { target: "draft-7", io: "input", override: writeAxis });
}

/** A value or a list of values; its schema alone knows of which. */
function writeAxis({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const value = valueOfAxis(zodSchema);
  if (value === undefined) return;
  const { $schema: _, ...one } = jsonSchemaOf(value);
  const list = { type: "array", minItems: 1, maxItems: protocolLimits.valuesPerAxis, uniqueItems: true, items: one };
  Object.assign(jsonSchema, { anyOf: [one, list] });
}
