import { planTemplate } from "@crosspoint/protocol";
import { z } from "zod";
import { id, text } from "./primitives.ts";

/** A file of data/plans: a plan as the contract has it, with what it follows and where it departs. */
export const planEntry = planTemplate.safeExtend({
  id,
  description: text,
  /** Ids of sources.yaml. */
  follows: z.array(id),
  departs: z.array(text),
});

/** An entry of data/plan-families.yaml. */
export const planFamilyEntry = z.strictObject({ id, name: text, plans: z.array(id).min(1) });
