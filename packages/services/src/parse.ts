import type { FieldError } from "@crosspoint/protocol";
import type { z } from "zod";
import { ServiceError } from "./errors.ts";

/** Most errors listed for one input: enough to mend it, not enough to flood an answer. */
const fieldErrorsLimit = 20;

/** Parses what came from outside, or throws `invalid` with the path of each error. `what` names the input. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ServiceError("invalid", `${what} is not valid.`, {
    remedy: "Correct the fields listed and send it again.",
    fields: fieldErrors(parsed.error),
  });
}

/** The issues of zod as paths with a message; paths are written `events.3.log`, below `under` where that is given. */
export function fieldErrors(error: z.ZodError, under?: string): FieldError[] {
  const above = under === undefined ? [] : [under];
  return error.issues
    .slice(0, fieldErrorsLimit)
    .map((issue) => ({ path: [...above, ...issue.path.map(String)].join("."), message: issue.message }));
}
