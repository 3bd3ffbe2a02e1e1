import { driveFields, type GroupRule, isBoundedPattern, patternsLimit, wildcardsLimit } from "@crosspoint/domain/group";
import { z } from "zod";

const text = z.string().trim().min(1).max(100);
const term = z
  .object({
    field: z.enum(driveFields),
    operator: z.enum(["is", "matches"]),
    values: z.array(text).min(1).max(50),
  })
  .refine(({ operator, values }) => operator === "is" || values.every(isBoundedPattern), {
    message: `has more than ${wildcardsLimit} asterisks in a pattern`,
    path: ["values"],
  });

/** A group's rule, as people send it and as it is kept. */
export const groupRule = z.object({
  match: z.enum(["all", "any"]),
  terms: z
    .array(term)
    .min(1)
    .max(10)
    .refine((terms) => patternsOf(terms) <= patternsLimit, `have more than ${patternsLimit} patterns in all`),
});

function patternsOf(terms: readonly z.infer<typeof term>[]): number {
  return terms.reduce((sum, { operator, values }) => sum + (operator === "matches" ? values.length : 0), 0);
}

/** The one reader of `fleet_group.rule`. */
export function readGroupRule(column: unknown): GroupRule | null {
  return groupRule.nullable().parse(column);
}
