import type { z } from "zod";

/** Whether a value is exactly as a schema says. */
export type Check = (value: unknown) => boolean;

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * A check of the kinds of values that samples are made of, for what is checked a thousand times a millisecond. What it takes, the
 * schema takes as it stands, and an object has no member that the schema does not name; what it does not take is not
 * wrong for that. Throws for a schema with anything else in it.
 */
export function compileCheck(root: Schema): Check {
  const compile = (schema: Schema): Check => {
    if (schema.$ref !== undefined) return compile(referred(root, schema.$ref));
    if (schema.const !== undefined) return (value) => value === schema.const;
    switch (schema.type) {
      case "integer":
        return integerCheck(schema);
      case "string":
        return stringCheck(schema);
      case "array":
        return arrayCheck(schema, compile);
      case "object":
        return objectCheck(schema, compile);
      default:
        throw new Error(`No check is made of ${JSON.stringify(schema)}.`);
    }
  };
  return compile(root);
}

function referred(root: Schema, reference: string): Schema {
  const found = root.$defs?.[reference.replace("#/$defs/", "")];
  if (found === undefined) throw new Error(`No schema is called ${reference}.`);
  return found;
}

function integerCheck({ minimum = -Infinity, maximum = Infinity }: Schema): Check {
  return (value) => Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
}

function stringCheck({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): Check {
  if (format !== undefined && pattern === undefined) throw new Error(`No check is made of the format ${format}.`);
  const expression = pattern === undefined ? undefined : new RegExp(pattern);
  return (value) =>
    typeof value === "string" &&
    value.length >= minLength &&
    value.length <= maxLength &&
    (expression === undefined || expression.test(value));
}

function arrayCheck({ items, maxItems = Infinity }: Schema, compile: (schema: Schema) => Check): Check {
  const check = compile(items as Schema);
  return (value) => Array.isArray(value) && value.length <= maxItems && value.every(check);
}

function objectCheck({ properties = {}, required = [] }: Schema, compile: (schema: Schema) => Check): Check {
  const members = new Map(
    Object.entries(properties).map(([name, schema]) => {
      return [name, { check: compile(schema as Schema), counts: required.includes(name) ? 1 : 0 }] as const;
    }),
  );
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    let missing = required.length;
    for (const name of Object.keys(value)) {
      const member = members.get(name);
      if (member?.check((value as Record<string, unknown>)[name]) !== true) return false;
      missing -= member.counts;
    }
    return missing === 0;
  };
}
