import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { type Contradiction, choice, contradicts, expected, fieldsOf, listOf, repeated } from "./field.ts";
import { settingValues } from "./set.ts";

/** The settings of which a body can be run once for every value. */
const setting = choice(["powerState", "powerGovernor", "scheduler"]);

/** Values of a setting, or every one that the drive offers. Which values it can have, its setting says. */
const values = z.unknown().transform((input, { issues }): "offered" | (number | string)[] => {
  if (input === "offered") return input;
  const schema: z.ZodType = Array.isArray(input) ? listOf(z.unknown(), protocolLimits.settingValues) : neither;
  const read = schema.safeParse(input);
  if (read.success) return read.data as (number | string)[];
  issues.push(...read.error.issues.map((issue) => ({ ...issue, code: "custom" as const, input })));
  return z.NEVER;
});
const neither = z.never({ error: expected("a list of values, or offered") });

/** A step whose body holds any steps; `step` reads them. */
export function eachStepOf<Step extends z.ZodType<{ kind: string }>>(step: Step) {
  return fieldsOf({
    kind: z.literal("each"),
    setting,
    values: values.meta({ anyOf: [{ const: "offered" }, { type: "array", items: { type: ["integer", "string"] } }] }),
    steps: listOf(step, protocolLimits.stepsPerPlan),
  })
    .check(contradicts(eachContradictions))
    .describe(
      "The steps once for every value of a setting of the drive, which is put back afterwards. Only an agent can do it.",
    );
}

interface Each {
  readonly setting: keyof typeof settingValues;
  readonly values: "offered" | readonly unknown[];
  readonly steps: readonly unknown[];
}

function eachContradictions(each: Each): Contradiction[] {
  return [...valueContradictions(each), ...bodyContradictions(each)];
}

function valueContradictions({ setting: name, values: list }: Each): Contradiction[] {
  if (list === "offered") return [];
  const wrong = list.flatMap((value, index) => {
    const [issue] = settingValues[name].safeParse(value).error?.issues ?? [];
    return issue === undefined ? [] : [{ path: ["values", index], message: issue.message }];
  });
  const twice = repeated(list);
  return twice === undefined ? wrong : [...wrong, { path: ["values", twice], message: "the value is there twice" }];
}

/** A step of the body that changes the same setting, whose points would not be at the value that they are said to be at. */
function bodyContradictions({ setting: name, steps }: Each): Contradiction[] {
  return (steps as Record<string, unknown>[]).flatMap((step, index) => {
    const path = ["steps", index];
    const message = `${name} is already what the steps around it go through`;
    if (step.kind === "set" && step[name] !== undefined) return [{ path: [...path, name], message }];
    if (step.kind !== "each") return [];
    if (step.setting === name) return [{ path: [...path, "setting"], message }];
    const within = bodyContradictions({ setting: name, values: "offered", steps: step.steps as unknown[] });
    return within.map((each) => ({ path: [...path, ...each.path], message: each.message }));
  });
}
