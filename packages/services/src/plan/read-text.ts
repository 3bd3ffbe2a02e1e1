import { parse, YAMLError } from "yaml";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type ReadPlan, readPlan } from "./rules/read-plan.ts";

/** Most characters of a plan's text: 256 for each of its 256 steps, and what a parser reads in well under a second. */
const planCharactersLimit = 65_536;

export const readTextInput = z.object({ text: z.string().max(planCharactersLimit) });
export const checkPlanInput = z.object({ document: z.unknown() });

/** A few are of use; a hundred that name each other would make gigabytes of a line. */
const aliasesLimit = 64;

/** Reads a plan from YAML or JSON, as people keep it in files: the plan, or each mistake with its place. Saves nothing. */
export function readPlanText(context: ServiceContext, { text }: z.infer<typeof readTextInput>): ReadPlan {
  requireRight(context, "benchmark.launch");
  let document: unknown;
  try {
    // JSON is YAML.
    document = parse(text, { maxAliasCount: aliasesLimit, merge: false });
  } catch (error) {
    return { kind: "mistakes", mistakes: [{ path: "", message: wordsOf(error) }] };
  }
  return readPlan(document);
}

/** The same of a document that is being edited. */
export function checkPlan(context: ServiceContext, { document }: z.infer<typeof checkPlanInput>): ReadPlan {
  requireRight(context, "benchmark.launch");
  return readPlan(document);
}

function wordsOf(error: unknown): string {
  // What a text of nothing but brackets does to the parser; it says so in either way.
  if (error instanceof RangeError || String(error).includes("call stack")) return "it is nested too deeply";
  if (error instanceof YAMLError) return `this is neither YAML nor JSON: ${error.message}`;
  if (error instanceof ReferenceError) return `more than ${aliasesLimit} values stand behind aliases`;
  throw error;
}
