import { z } from "zod";
import { commandsResponse } from "./commands.ts";
import { protocolLimits } from "./limits.ts";
import { enrollRequest, enrollResponse, errorResponse, reportRequest, reportResponse } from "./messages.ts";
import { planSteps } from "./plan/plan.ts";

/** The messages of the contract, by the name they have in JSON Schema, Rust and the golden files. */
export const wireMessages = {
  EnrollRequest: enrollRequest,
  EnrollResponse: enrollResponse,
  ReportRequest: reportRequest,
  ReportResponse: reportResponse,
  CommandsResponse: commandsResponse,
  ErrorResponse: errorResponse,
} as const;

/**
 * The contract as one JSON Schema (draft 7) with a definition per type.
 *
 * `io: "input"` leaves objects open, so that an old agent accepts a new server's unknown fields. typify reads a
 * `const` string as an enum of one, and `$defs` as `definitions`.
 */
export function wireJsonSchema(): Record<string, unknown> {
  const definitions: Record<string, unknown> = { PlanStep: { type: "object", additionalProperties: true } };
  for (const message of Object.values(wireMessages)) {
    const schema = z.toJSONSchema(message, { target: "draft-7", io: "input", override: leaveStepsOpen });
    Object.assign(definitions, schema.definitions);
  }
  for (const definition of Object.values(definitions)) {
    delete (definition as Record<string, unknown>).$id;
    delete (definition as Record<string, unknown>).id;
  }
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "CrosspointWire",
    definitions: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** The agent hands steps as they came to its one parser of plans, which knows them and says where a mistake stands. */
function leaveStepsOpen({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }): void {
  if (zodSchema !== planSteps) return;
  const items = { $ref: "#/definitions/PlanStep" };
  Object.assign(jsonSchema, { type: "array", minItems: 1, maxItems: protocolLimits.stepsPerPlan, items });
}
